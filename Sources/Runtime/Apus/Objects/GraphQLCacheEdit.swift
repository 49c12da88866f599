/// A change of a cache with a response that a directive in the document requests, such as `@appendEdge`. Only generated code creates it.
public struct _GraphQLCacheEdit: Sendable {
  package enum Kind: Sendable {
    case appendEdge, prependEdge, deleteEdge, deleteRecord
  }

  package let kind: Kind
  /// The response keys that lead to the field with the directive.
  package let path: [String]
  /// The fields whose lists change: `Query.albums`.
  package let lists: [String]
  /// The type of the objects that the field identifies; nil for an edge, whose object the response contains.
  package let type: String?

  /// Adds the field's edge to the end of lists.
  public static func appendEdge(_ path: [String], to lists: [String]) -> _GraphQLCacheEdit {
    _GraphQLCacheEdit(kind: .appendEdge, path: path, lists: lists, type: nil)
  }

  /// Adds the field's edge to the start of lists.
  public static func prependEdge(_ path: [String], to lists: [String]) -> _GraphQLCacheEdit {
    _GraphQLCacheEdit(kind: .prependEdge, path: path, lists: lists, type: nil)
  }

  /// Removes the object that the field identifies from lists.
  public static func deleteEdge(_ path: [String], _ type: String, from lists: [String]) -> _GraphQLCacheEdit {
    _GraphQLCacheEdit(kind: .deleteEdge, path: path, lists: lists, type: type)
  }

  /// Deletes the object that the field identifies.
  public static func deleteRecord(_ path: [String], _ type: String) -> _GraphQLCacheEdit {
    _GraphQLCacheEdit(kind: .deleteRecord, path: path, lists: [], type: type)
  }
}
