import ApusPlatform

/// A cache of records in the steps of Apollo iOS 2's in memory: dictionaries of type-erased values by key, merged field by field.
///
/// The code was written for this comparison, and nothing of Apollo's is in it.
final class DictionaryRecords: Sendable {
  private let records = Locked<[String: DictionaryTree]>([:])

  func load(_ key: String) -> DictionaryTree? { records.withLock { $0[key] } }

  /// Takes the records of a response.
  ///
  /// - Returns: the fields that changed, each as its record's key and its own.
  func merge(_ incoming: [String: [String: DictionaryValue]]) -> Set<String> {
    records.withLock { records in
      var changed: Set<String> = []
      for (key, fields) in incoming {
        guard var members = records[key]?.members else {
          records[key] = DictionaryTree(members: fields)
          for field in fields.keys { changed.insert(key + "." + field) }
          continue
        }
        for (field, value) in fields {
          if let known = members[field], AnyHashable(known) == AnyHashable(value) { continue }
          members[field] = value
          changed.insert(key + "." + field)
        }
        records[key] = DictionaryTree(members: members)
      }
      return changed
    }
  }
}

/// The place of an object in a record.
struct DictionaryReference: Hashable, Sendable {
  let key: String
}

/// One execution that writes records, or reads them.
final class DictionaryRecordExecution {
  private let cache: DictionaryRecords
  private let isReading: Bool
  private var written: [String: [String: DictionaryValue]] = [:]
  /// What a watcher of the operation would be told changes of.
  private(set) var dependencies: Set<String> = []

  init(_ cache: DictionaryRecords, isReading: Bool) {
    self.cache = cache
    self.isReading = isReading
  }

  func depend(on path: String) { dependencies.insert(path) }

  func load(_ reference: DictionaryReference) async throws -> DictionaryTree {
    guard let record = cache.load(reference.key) else { throw Failure("no record \(reference.key)") }
    return record
  }

  /// Makes an object a record: its leaves as the response has them, its objects as references.
  func take(
    _ entries: [(key: String, value: DictionaryValue)], of object: DictionaryTree, as key: String
  ) -> DictionaryReference {
    if isReading { return DictionaryReference(key: key) }
    var fields: [String: DictionaryValue] = [:]
    for (name, value) in entries { fields[name] = Self.stored(value) ?? object.members[name] }
    written[key, default: [:]].merge(fields) { _, last in last }
    return DictionaryReference(key: key)
  }

  /// References of objects; nil for leaves.
  private static func stored(_ value: DictionaryValue) -> DictionaryValue? {
    if let object = value as? DictionaryObject { return object.record }
    guard let list = value as? DictionaryList else { return nil }
    let elements = list.elements.compactMap { stored($0) }
    return elements.count == list.elements.count ? DictionaryList(elements: elements) : nil
  }

  /// Gives the cache what was taken.
  ///
  /// - Returns: the fields that changed.
  @discardableResult func publish() -> Set<String> { cache.merge(written) }
}
