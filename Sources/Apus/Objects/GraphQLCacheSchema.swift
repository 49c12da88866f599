/// What a cache has to know of a schema: the part of it that a module's documents reach.
///
/// The compiler emits one, `cacheSchema`, for each module whose `apus.json` has the key `cache`.
public struct GraphQLCacheSchema: Sendable {
  /// The table: entries that semicolons separate.
  ///
  /// The first entry has the version and the names of the root types, `1 Query Mutation Subscription`, with `-` for one that is not
  /// there. Each other entry is a type's name, and behind it in this order what is known of it: after `!` its key fields, after `=` its
  /// possible types where it is an interface or a union, after `@` how many seconds old its fields may be, and after each `.` a field, the
  /// type of its objects, `!` where they are replaced and not merged, behind `?` the arguments that are the key of its object (each the
  /// names on the way to it, with slashes between them, and a star if it is a list of keys), and behind `@` how old it may be. The entry `*` has the
  /// keys of all other types that have such fields, and the limit of the age of all others.
  package let table: String

  /// A table as the compiler writes it.
  public init(_ table: StaticString) {
    self.table = table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
  }

  package init(table: String) { self.table = table }
}
