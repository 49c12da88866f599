/// How urgent a request is compared with others to the same server.
///
/// ```swift
/// let options = GraphQLRequestOptions(priority: .low)
/// let prefetched = try await client.fetch(LibraryQuery(first: 20), options: options)
/// ```
public enum GraphQLPriority: Int, Hashable, Comparable, Sendable {
  /// Requests that nobody waits for, such as prefetching and reports.
  case low
  /// What most requests are.
  case normal
  /// What somebody waits for.
  case high

  public static func < (first: GraphQLPriority, second: GraphQLPriority) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The value of the field `Priority`; nil for the normal one, which is the default.
  ///
  /// Specification: RFC 9218, section 4.1: from 0, the most urgent, to 7; 3 by default.
  package var field: String? {
    switch self {
    case .low: "u=5"
    case .normal: nil
    case .high: "u=1"
    }
  }
}
