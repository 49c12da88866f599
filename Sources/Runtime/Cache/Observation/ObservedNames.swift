import ApusPlatform

/// The texts of the records and fields that a cache had at a time. They remain after it is cleared, as long as an observer keeps them: naming all
/// changes before would take time for those that nobody asks for.
package struct ObservedNames: Sendable {
  /// It is `Sendable` because the cache changes `keys` only while it holds `readers`, which ``ObservedNames`` holds when it reads them; `fields` is
  /// `Sendable` itself.
  private struct Texts: @unchecked Sendable {
    let keys: Interner
    let fields: FieldNames
  }

  private let texts: Texts
  private let readers: Mutex

  /// - Parameter readers: the lock that guards the keys.
  init(_ keys: Interner, _ fields: FieldNames, _ readers: Mutex) {
    (texts, self.readers) = (Texts(keys: keys, fields: fields), readers)
  }

  /// The keys and fields of changes.
  package func texts(of changes: some Sequence<RecordChange>) -> [(key: String, fields: [String]?)] {
    readers.lock()
    defer { readers.unlock() }
    return changes.map { change in
      (texts.keys.text(change.record), change.fields?.map { texts.fields.shownText($0) })
    }
  }
}
