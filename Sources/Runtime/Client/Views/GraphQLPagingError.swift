public import ApusPlatform

/// The reason that a list cannot be read further.
public enum GraphQLPagingError: Error, Hashable, LocalizedError, CustomStringConvertible {
  /// A page names an earlier page as the next: reading on would never end.
  case repeatedCursor(operation: String, variables: String)

  public var description: String {
    switch self {
    case .repeatedCursor(let operation, let variables):
      "\(operation): the next page was read already, with the variables \(variables): the server repeats a cursor, or "
        + "the closure that makes one does not look at the page's data"
    }
  }

  public var errorDescription: String? { description }
}
