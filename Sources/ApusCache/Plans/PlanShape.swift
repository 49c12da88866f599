/// The merged fields of one object type at one place, in response order.
final class PlanShape {
  struct Field {
    /// `"key":`, stored in the shape's text.
    let prefix: UnsafeRawPointer
    let prefixCount: Int
    /// The id of the field with its arguments.
    let id: UInt32
    /// The id of an incoming value until a rule has merged it with the stored one: with all arguments. Otherwise the same.
    let incoming: UInt32
    /// The place of its objects; nil for a leaf.
    let place: PlanPlace?
    /// Whether the field is only for the cache and left out when reading.
    let isHidden: Bool
    /// Whether an earlier field has the same id under another response key.
    let isRepeated: Bool
    /// Its maximum age in seconds.
    let maxAge: UInt32
    /// The page it requests if it is a connection.
    let page: ConnectionPage?
    /// How it is read; nil without a rule.
    let read: ReadRule?
  }

  /// The input for one field.
  struct Part {
    /// `"key":`.
    var prefix: [UInt8]
    var id: UInt32
    var place: PlanPlace?
    var isHidden: Bool
    var maxAge = CacheTime.noLimit
    var page: ConnectionPage?
    var incoming: UInt32
    var merge: MergeRule?
    var read: ReadRule?
  }

  let fields: UnsafeMutablePointer<Field>
  let count: Int
  private let text: UnsafeMutableRawPointer
  /// The type's name; empty if unknown.
  let typeName: String
  /// `Type:`, the prefix of its objects' keys.
  let keyPrefix: [UInt8]
  /// The ids of the key fields; empty if objects of this shape have no key.
  let keys: [UInt32]
  /// Whether the same object or list field occurs under several response keys.
  let hasRepeatedObjects: Bool
  /// The version of the learned types it was made with; nil if they do not affect it.
  let learnedVersion: Int?
  /// The lowest maximum age of its visible fields, in seconds.
  let maxAge: UInt32
  /// The rules that merge fields, by the ids of incoming values.
  let merges: [UInt32: MergeRule]
  /// The objects that arguments identify, by field id; used if the field is not stored.
  let lookups: [UInt32: PlanLookup]

  init(
    _ parts: [Part], typeName: String, keys: [UInt32], lookups: [UInt32: PlanLookup], learnedVersion: Int?
  ) {
    self.lookups = lookups
    self.typeName = typeName
    self.keys = keys
    self.learnedVersion = learnedVersion
    keyPrefix = Array(typeName.utf8) + [UInt8(ascii: ":")]
    count = parts.count
    fields = .allocate(capacity: max(parts.count, 1))
    let size = parts.reduce(0) { $0 + $1.prefix.count }
    text = .allocate(byteCount: max(size, 1), alignment: 1)
    var end = text
    var merges: [UInt32: MergeRule] = [:]
    var hasRepeatedObjects = false
    for (index, part) in parts.enumerated() {
      let start = end
      part.prefix.withUnsafeBytes {
        end.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(end), byteCount: $0.count)
      }
      end += part.prefix.count
      let isRepeated = parts[..<index].contains { $0.incoming == part.incoming }
      if let merge = part.merge { merges[part.incoming] = merge }
      if isRepeated, part.place != nil { hasRepeatedObjects = true }
      (fields + index).initialize(
        to: Field(
          prefix: UnsafeRawPointer(start), prefixCount: end - start, id: part.id, incoming: part.incoming,
          place: part.place,
          isHidden: part.isHidden, isRepeated: isRepeated, maxAge: part.maxAge, page: part.page,
          read: part.read))
    }
    maxAge = parts.lazy.filter { !$0.isHidden }.map(\.maxAge).min() ?? CacheTime.noLimit
    self.hasRepeatedObjects = hasRepeatedObjects
    self.merges = merges
  }

  deinit {
    fields.deinitialize(count: count)
    fields.deallocate()
    text.deallocate()
  }

  func contains(_ id: UInt32) -> Bool { (0..<count).contains { fields[$0].id == id } }

  /// The position of a field, preferring one that the document itself selects.
  func position(of id: UInt32) -> Int? {
    let positions = (0..<count).filter { fields[$0].id == id }
    return positions.first { !fields[$0].isHidden } ?? positions.first
  }

  /// The response key of a field.
  func key(_ position: Int) -> String {
    let field = fields[position]
    return String(
      decoding: UnsafeRawBufferPointer(start: field.prefix + 1, count: field.prefixCount - 3), as: UTF8.self)
  }
}

/// A place in the response: the selection sets that apply there, and their shapes by type.
final class PlanPlace {
  let sets: [Int]
  /// The object type of all objects there; nil if it depends on `__typename`.
  let type: String?
  /// The shape of that type, or of objects without a `__typename`.
  var only: PlanShape?
  /// The shapes of the types met so far, with the types' names.
  var shapes: [(name: [UInt8], shape: PlanShape)] = []
  /// What keeps its shapes.
  let places: PlanPlaces

  init(_ sets: [Int], type: String?, _ places: PlanPlaces) {
    self.sets = sets
    self.type = type
    self.places = places
  }
}
