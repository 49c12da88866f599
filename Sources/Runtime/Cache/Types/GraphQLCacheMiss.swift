public import Apus

/// A field that a query or a fragment selects and the cache lacks.
///
/// ```swift
/// for miss in cache.partial(AlbumQuery(id: "a1")).missing { print(miss.path, miss.reason) }
/// ```
public struct GraphQLCacheMiss: Hashable, Sendable {
  /// The reason that a field is missing.
  public enum Reason: String, Hashable, Sendable {
    /// No response contained it, or its object was evicted so long ago that its key is forgotten.
    case neverWritten
    /// It was evicted, by the app or because it was not used recently.
    case evicted
    /// The object was deleted, and its field is non-null.
    case deleted
    /// The cached value does not decode as the expected type.
    case undecodable
    /// It failed when it was last fetched, and no earlier value is cached: ``GraphQLCacheMiss/message`` has the server's message.
    case failed
  }

  /// Its path in the data.
  public var path: GraphQLPath
  /// The object that lacks it, `Album:a1`; nil at an operation's root.
  public var object: String?
  /// The field with its arguments; empty when it is the object itself.
  public var field: String
  /// The reason that it is missing.
  public var reason: Reason
  /// The server's message for a field that failed; kept only in memory.
  public var message: String?
}

extension GraphQLCacheMiss: CustomStringConvertible {
  public var description: String {
    "\(path): \(object ?? "root")\(field.isEmpty ? "" : "." + field) (\(reason.rawValue)\(message.map { ": " + $0 } ?? ""))"
  }
}
