/// An object of the cache for the table of an inspector.
package struct ObservedObject: Sendable {
  package var record: UInt32
  package var key: String
  package var fieldCount: Int
  package var bytes: Int
  /// The seconds since the newest field was written; nil if it was invalidated.
  package var age: Int?
  /// The seconds since the oldest field was written; nil if it was invalidated.
  package var oldest: Int?
  package var isDeleted = false
  package var isEvicted = false
  /// Whether an optimistic layer changed it.
  package var isOptimistic = false
  package var watcherCount: Int
  /// The number of objects that it refers to.
  package var referenceCount = 0
}

/// A field of an object.
package struct ObservedField: Sendable {
  package var name: String
  /// The seconds since it was written; nil if it was invalidated.
  package var age: Int?
  package var value: ObservedValue
}

/// The value of a field.
package indirect enum ObservedValue: Sendable {
  /// JSON text.
  case json([UInt8])
  /// The beginning of JSON text that is too long.
  case cut(String)
  case reference(String)
  case list([ObservedValue])
  case object([(name: String, value: ObservedValue)])
}

/// A watcher of the cache.
package struct ObservedWatcher: Sendable {
  package var number: Int
  package var name: String
  /// As JSON.
  package var variables: [UInt8]
  /// The object of a fragment.
  package var root: String?
  package var objectCount: Int
}

/// An optimistic layer of the cache.
package struct ObservedLayer: Sendable {
  package var number: Int
  /// The name of the mutation.
  package var name: String?
  package var writes: [String]
  package var reads: [String]
  /// The number of all objects that it wrote.
  package var count: Int
}
