/// The fields of one object type at one place, merged, in the order of the response.
final class PlanShape {
  struct Field {
    /// `"key":`, in the shape's text.
    let prefix: UnsafeRawPointer
    let prefixCount: Int
    /// The field with its arguments.
    let id: UInt32
    /// Where its objects are; nil for a leaf.
    let place: PlanPlace?
    /// Whether it is for the cache alone, and so is not read.
    let isHidden: Bool
    /// Whether a field before it is the same under another key.
    let isRepeated: Bool
    /// How old it may be, in seconds.
    let maxAge: UInt32
    /// Which part of a connection it asks for; nil for what is none.
    let page: ConnectionPage?
  }

  /// What a shape is made of.
  struct Part {
    var key: String
    var id: UInt32
    var place: PlanPlace?
    var isHidden: Bool
    var maxAge = CacheTime.noLimit
    var page: ConnectionPage?
  }

  let fields: UnsafeMutablePointer<Field>
  let count: Int
  private let text: UnsafeMutableRawPointer
  /// The name of the type; empty when it is not known.
  let typeName: String
  /// `Type:`, with which the keys of its objects begin.
  let keyPrefix: [UInt8]
  /// The ids of the key fields; empty when objects of the shape have no key.
  let keys: [UInt32]
  /// Which of the plan's shapes it is.
  let number: UInt32
  /// Whether objects or lists of one field may come under two keys.
  let hasRepeatedObjects: Bool
  /// Which state of the learned types it goes by; nil when they do not matter.
  let learnedVersion: Int?
  /// The lowest limit of a field that is read.
  let maxAge: UInt32
  /// The ids of all fields.
  let fieldIDs: Set<UInt32>
  /// What the arguments of fields name, by the field: it is looked for where a field is not there.
  let lookups: [UInt32: PlanLookup]

  init(
    _ parts: [Part], typeName: String, keys: [UInt32], lookups: [UInt32: PlanLookup], number: UInt32,
    learnedVersion: Int?
  ) {
    self.lookups = lookups
    self.typeName = typeName
    self.keys = keys
    self.number = number
    self.learnedVersion = learnedVersion
    keyPrefix = Array(typeName.utf8) + [UInt8(ascii: ":")]
    count = parts.count
    fields = .allocate(capacity: max(parts.count, 1))
    let size = parts.reduce(0) { $0 + $1.key.utf8.count + 3 }
    text = .allocate(byteCount: max(size, 1), alignment: 1)
    var end = text
    var ids: Set<UInt32> = []
    var hasRepeatedObjects = false
    for (index, part) in parts.enumerated() {
      let start = end
      for byte in "\"\(part.key)\":".utf8 {
        end.storeBytes(of: byte, as: UInt8.self)
        end += 1
      }
      let isRepeated = !ids.insert(part.id).inserted
      if isRepeated, part.place != nil { hasRepeatedObjects = true }
      (fields + index).initialize(
        to: Field(
          prefix: UnsafeRawPointer(start), prefixCount: end - start, id: part.id, place: part.place,
          isHidden: part.isHidden, isRepeated: isRepeated, maxAge: part.maxAge, page: part.page))
    }
    maxAge = parts.lazy.filter { !$0.isHidden }.map(\.maxAge).min() ?? CacheTime.noLimit
    self.hasRepeatedObjects = hasRepeatedObjects
    fieldIDs = ids
  }

  deinit {
    fields.deinitialize(count: count)
    fields.deallocate()
    text.deallocate()
  }

  /// Where a field is: as the document selects it, else as the compiler added it.
  func position(of id: UInt32) -> Int? {
    let positions = (0..<count).filter { fields[$0].id == id }
    return positions.first { !fields[$0].isHidden } ?? positions.first
  }

  /// The key of a field.
  func key(_ position: Int) -> String {
    let field = fields[position]
    return String(
      decoding: UnsafeRawBufferPointer(start: field.prefix + 1, count: field.prefixCount - 3), as: UTF8.self)
  }
}

/// A place of the response: the selection sets that apply there, and what they mean for each type.
final class PlanPlace {
  let sets: [Int]
  /// The object type that all objects there are of; nil where each says its own.
  let type: String?
  /// The shape of that type, or of objects that do not say their type.
  var only: PlanShape?
  /// The shapes of the types that were met, with their names.
  var shapes: [(name: [UInt8], shape: PlanShape)] = []

  init(_ sets: [Int], type: String?) {
    self.sets = sets
    self.type = type
  }
}
