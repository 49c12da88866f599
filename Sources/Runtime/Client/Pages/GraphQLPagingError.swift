public import ApusPlatform

/// The reason why no further page of a list can be read.
public enum GraphQLPagingError: Error, Hashable, LocalizedError, CustomStringConvertible {
  /// The next page is one that was already read, so reading would never end.
  case repeatedCursor(operation: String, variables: String)

  public var description: String {
    switch self {
    case .repeatedCursor(let operation, let variables):
      "\(operation): the next page was already read, with the variables \(variables): the server repeats a cursor, or "
        + "the closure for the cursor ignores the page's data"
    }
  }

  public var errorDescription: String? { description }
}
