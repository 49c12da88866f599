/// The texts of a cache's records and fields, until the cache is cleared.
package struct ObservedNames: Sendable {
  private let look: @Sendable ([RecordChange]) -> [(key: String, fields: [String]?)]?

  /// - Parameter look: returns the keys and fields of changes; nil if the cache was cleared since.
  init(_ look: @escaping @Sendable ([RecordChange]) -> [(key: String, fields: [String]?)]?) {
    self.look = look
  }

  /// The keys and fields of changes; nil if the cache was cleared since.
  package func texts(of changes: some Sequence<RecordChange>) -> [(key: String, fields: [String]?)]? {
    look(Array(changes))
  }
}
