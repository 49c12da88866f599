/// The part of a schema that a cache needs for a module's documents.
///
/// The compiler generates one, `cacheSchema`, for each module whose `apus.json` has the key `cache`.
public struct GraphQLCacheSchema: Sendable {
  /// The table: entries separated by semicolons.
  ///
  /// The first entry contains the version and the names of the root types, `1 Query Mutation Subscription`, with `-`
  /// for a missing one. Every other entry is a type name, followed by these optional parts in this order: after `!` its
  /// key fields; after `=` the possible types of an interface or union; after `@` the maximum age of its fields in
  /// seconds; and after each `.` a field. A field has the type of its objects, `!` if they are replaced instead of
  /// merged, after `?` the arguments that form the key of its object (each as the names on the way to it, separated by
  /// slashes, and a star for a list of keys), and after `@` its maximum age. The entry `*` has the keys of all other
  /// types with such fields, and the default maximum age.
  package let table: String

  /// Creates a schema from a table that the compiler generated.
  public init(_ table: StaticString) {
    self.table = table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  package init(table: String) { self.table = table }
}
