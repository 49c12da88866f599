/// An object of a response in dictionary storage: type-erased values behind a shared reference, read through accessors that
/// look a key up and cast what they find.
///
/// The shape of Apollo iOS 2's `DataDict`, and what its accessors do: a retained dictionary, a look-up by a hashed key, then
/// for a scalar a cast to its type; for an object a cast to the storage and a wrapper around it; for what may be null a test
/// for that before; for a list a cast, and a new array with each element so treated. None of its code is here.
struct DictionaryObject: Hashable, Sendable {
  private final class Storage: Sendable {
    let values: [String: DictionaryValue]
    let fulfilledFragments: Set<ObjectIdentifier>
    let deferredFragments: Set<ObjectIdentifier>
    let record: DictionaryReference?

    init(
      _ values: [String: DictionaryValue], _ fulfilledFragments: Set<ObjectIdentifier>,
      _ deferredFragments: Set<ObjectIdentifier>, _ record: DictionaryReference?
    ) {
      self.values = values
      self.fulfilledFragments = fulfilledFragments
      self.deferredFragments = deferredFragments
      self.record = record
    }
  }

  private let storage: Storage

  init(
    _ values: [String: DictionaryValue], fulfilledFragments: Set<ObjectIdentifier>,
    deferredFragments: Set<ObjectIdentifier>, record: DictionaryReference?
  ) {
    storage = Storage(values, fulfilledFragments, deferredFragments, record)
  }

  /// The record that was made of the object, where there is a cache.
  var record: DictionaryReference? { storage.record }

  // A cast that fails ends the program, as in what it is the shape of: the executor has checked every value.
  subscript<Scalar: DictionaryScalar>(_ key: String) -> Scalar { storage.values[key] as! Scalar }

  subscript<Scalar: DictionaryScalar>(_ key: String) -> Scalar? {
    guard let value = storage.values[key], !(value is DictionaryNull) else { return nil }
    return (value as! Scalar)
  }

  subscript<Scalar: DictionaryScalar>(_ key: String) -> [Scalar] {
    (storage.values[key] as! DictionaryList).elements.map { $0 as! Scalar }
  }

  subscript<Entity: DictionaryEntity>(_ key: String) -> Entity { Entity(value: storage.values[key]) }

  /// Only to conform: feeds are compared as copies in the emitted types.
  static func == (a: DictionaryObject, b: DictionaryObject) -> Bool { a.storage === b.storage }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}

/// What a field of objects can be in Swift: a selection, or one wrapped.
protocol DictionaryEntity: Sendable, DictionaryOutput {
  init(value: DictionaryValue?)
}

extension DictionarySelection {
  init(value: DictionaryValue?) { self.init(data: value as! DictionaryObject) }
}

extension Optional: DictionaryEntity where Wrapped: DictionaryEntity {
  init(value: DictionaryValue?) {
    guard let value, !(value is DictionaryNull) else {
      self = nil
      return
    }
    self = Wrapped(value: value)
  }
}

extension Array: DictionaryEntity where Element: DictionaryEntity {
  init(value: DictionaryValue?) { self = (value as! DictionaryList).elements.map { Element(value: $0) } }
}
