/// A change of the cache with the response to a mutation or subscription, from a directive such as `@appendEdge` on a field.
package struct CacheEdit: Hashable {
  package enum Kind: String {
    case appendEdge, prependEdge, deleteEdge, deleteRecord

    /// Whether the field's value is an edge, and not an identifier.
    var isAddition: Bool { self == .appendEdge || self == .prependEdge }
    /// The arguments that the directive can have.
    var arguments: [String] {
      (self == .deleteRecord ? [] : ["connections"]) + (isAddition ? [] : ["type"])
    }
  }

  package var kind: Kind
  /// The response keys from the operation's root to the field.
  package var path: [String] = []
  /// The fields whose cached lists change: `Listener.library`.
  package var connections: [String]
  /// The type of the object that the field identifies; nil for an edge.
  package var type: String?
}
