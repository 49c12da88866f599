public import Apus

/// Something that a query or a fragment selects and a cache lacks.
public struct GraphQLCacheMiss: Hashable, Sendable {
  /// Why it is not there.
  public enum Reason: String, Hashable, Sendable {
    /// No response had it.
    case neverWritten
    /// It was evicted, by the program or because it was not used for long.
    case evicted
    /// The object was deleted, and its place may not be null.
    case deleted
    /// What is kept has another form than the documents expect.
    case undecodable
    /// It failed when it was asked for, and nothing was kept of it before: ``GraphQLCacheMiss/message`` has what the server said.
    case failed
  }

  /// Where it would be in the data.
  public var path: GraphQLPath
  /// The object that lacks it, `Album:a1`; nil at an operation's root.
  public var object: String?
  /// The field with its arguments; empty when it is the object itself.
  public var field: String
  /// Why it is not there.
  public var reason: Reason
  /// What the error of a field that failed says; it is not stored.
  public var message: String?
}

extension GraphQLCacheMiss: CustomStringConvertible {
  public var description: String {
    "\(path): \(object ?? "root")\(field.isEmpty ? "" : "." + field) (\(reason.rawValue)\(message.map { ": " + $0 } ?? ""))"
  }
}
