/// An object of a response in storage of the shape that Apollo iOS documents for its generated models: a dictionary of type-erased
/// values behind a shared reference, read through accessors that look a key up and cast what they find.
///
/// Written for this comparison from the public description. It is not Apollo's code and does less: no cache keys, no
/// deferred fragments.
struct DictionaryObject: Hashable, Sendable {
  typealias Value = any Hashable & Sendable

  private final class Storage: Sendable {
    let values: [String: Value]
    let fulfilledSelections: Set<ObjectIdentifier>

    init(_ values: [String: Value], _ fulfilledSelections: Set<ObjectIdentifier>) {
      self.values = values
      self.fulfilledSelections = fulfilledSelections
    }
  }

  private let storage: Storage

  init(_ values: [String: Value], fulfilledSelections: Set<ObjectIdentifier>) {
    storage = Storage(values, fulfilledSelections)
  }

  // A cast that fails ends the program, as in what it is the shape of: the executor has checked every value.
  subscript<Scalar: Hashable & Sendable>(_ key: String) -> Scalar { storage.values[key] as! Scalar }

  subscript<Selection: DictionarySelection>(_ key: String) -> Selection {
    Selection(data: storage.values[key] as! DictionaryObject)
  }

  subscript<Selection: DictionarySelection>(_ key: String) -> Selection? {
    (storage.values[key] as! DictionaryObject?).map(Selection.init(data:))
  }

  subscript<Selection: DictionarySelection>(_ key: String) -> [Selection] {
    (storage.values[key] as! [DictionaryObject]).map(Selection.init(data:))
  }

  /// Only to conform: feeds are compared as copies in the emitted types.
  static func == (a: DictionaryObject, b: DictionaryObject) -> Bool { a.storage === b.storage }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}

/// A selection over dictionary storage.
protocol DictionarySelection: Sendable {
  static var selections: [DictionaryField] { get }
  var data: DictionaryObject { get }
  init(data: DictionaryObject)
}

/// A selected field, as data that an executor walks.
struct DictionaryField: Sendable {
  indirect enum Kind: Sendable {
    case string, int, double, bool, state
    case object(any DictionarySelection.Type)
    case strings
    case objects(any DictionarySelection.Type)
    case nullable(Kind)
  }

  let name: String
  let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}
