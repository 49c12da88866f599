/// The merged fields of one object type in one selection, in response order.
///
/// If arguments of some use variables, this shape is a draft: ``BoundPlan`` completes a copy of it.
final class PlanShape {
  struct Field {
    /// `"key":`, stored in the shape's text.
    let prefix: UnsafeRawPointer
    let prefixCount: Int
    /// The id of the field with its arguments.
    fileprivate(set) var id = UInt32.max
    /// The id of an incoming value until a rule has merged it with the stored one: with all arguments. Otherwise the same.
    fileprivate(set) var incoming = UInt32.max
    /// The place of its objects; nil for a leaf.
    let place: PlanPlace?
    /// Whether the field is only for the cache and left out when reading.
    let isHidden: Bool
    /// Whether an earlier field has the same id under another response key.
    fileprivate(set) var isRepeated = false
    /// Its maximum age in seconds.
    let maxAge: UInt32
    /// The page it requests if it is a connection.
    fileprivate(set) var page: ConnectionPage?
    /// How it is read; nil without a rule.
    fileprivate(set) var read: ReadRule?
  }

  /// The conditions under which a shape applies to an object.
  struct Conditions {
    /// The type's name; empty if unknown.
    var typeName: String
    /// The conditions that use variables, by their numbers, and whether they hold.
    var choices: [(variable: Int, value: Bool)] = []
    /// The version of the learned types it was made with; nil if they do not affect it.
    var learnedVersion: Int?
  }

  let fields: UnsafeMutablePointer<Field>
  let count: Int
  private let text: UnsafeMutableRawPointer
  /// The draft that owns the text; nil for a shape that does itself.
  private let draft: PlanShape?
  /// The number among the drafts of its plan; nil if it is complete.
  let number: Int?
  /// The fields whose arguments use variables.
  private let open: [(position: Int, field: PlanField)]
  /// The fields that may have the same id as an earlier one.
  private let namesakes: [Int]
  private let keyPositions: [Int]
  let conditions: Conditions
  /// `Type:`, the prefix of its objects' keys.
  let keyPrefix: [UInt8]
  /// The ids of the key fields; empty for objects without a key.
  let keys: [UInt32]
  /// How their keys are computed from these fields; nil if the fields are the key.
  let keyRule: KeyRule?
  /// Whether the same object or list field occurs under several response keys.
  let hasRepeatedObjects: Bool
  /// The lowest maximum age of its visible fields, in seconds.
  let maxAge: UInt32
  /// The rules that merge fields, by the ids of incoming values.
  let merges: [UInt32: MergeRule]
  /// The objects that arguments identify, by field id; used if the field is not stored.
  let lookups: [UInt32: PlanLookup]

  /// - Parameters:
  ///   - parts: the fields. Those whose arguments use variables stay open.
  ///   - keyPositions: the positions of the key fields.
  ///   - keyRule: the rule for the keys of the type's objects.
  ///   - number: its number if it is a draft.
  init(
    _ parts: [PlanField], _ conditions: Conditions, keyPositions: [Int], keyRule: KeyRule?, number: Int,
    _ names: FieldNames
  ) {
    count = parts.count
    fields = .allocate(capacity: max(parts.count, 1))
    text = .allocate(byteCount: max(parts.reduce(0) { $0 + $1.prefix.count }, 1), alignment: 1)
    draft = nil
    var end = text
    for (index, part) in parts.enumerated() {
      let start = end
      part.prefix.withUnsafeBytes {
        end.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(end), byteCount: $0.count)
      }
      end += part.prefix.count
      (fields + index).initialize(
        to: Field(
          prefix: UnsafeRawPointer(start), prefixCount: end - start, place: part.place,
          isHidden: part.isHidden, maxAge: part.maxAge))
    }
    let known = parts.indices.filter { !parts[$0].usesVariables }
    open = parts.indices.filter { parts[$0].usesVariables }.map { ($0, parts[$0]) }
    namesakes = parts.indices.filter { index in parts[..<index].contains { $0.name == parts[index].name } }
    self.number = open.isEmpty ? nil : number
    self.conditions = conditions
    keyPrefix = Array(conditions.typeName.utf8) + [UInt8(ascii: ":")]
    self.keyPositions = keyPositions
    self.keyRule = keyRule
    maxAge = parts.lazy.filter { !$0.isHidden }.map(\.maxAge).min() ?? CacheTime.noLimit
    (merges, lookups) = Self.fill(fields, known.map { ($0, parts[$0]) }, .none, names, [:], [:])
    hasRepeatedObjects = Self.noteRepeated(fields, namesakes)
    keys = keyPositions.map { [fields] in fields[$0].id }
  }

  /// Completes a draft.
  init(_ draft: PlanShape, _ variables: PlanVariables, _ names: FieldNames) {
    count = draft.count
    fields = .allocate(capacity: max(count, 1))
    fields.initialize(from: draft.fields, count: count)
    (text, self.draft, number, open) = (draft.text, draft, nil, [])
    (namesakes, keyPositions) = ([], [])
    (conditions, keyPrefix, maxAge) = (draft.conditions, draft.keyPrefix, draft.maxAge)
    keyRule = draft.keyRule
    (merges, lookups) = Self.fill(fields, draft.open, variables, names, draft.merges, draft.lookups)
    hasRepeatedObjects = Self.noteRepeated(fields, draft.namesakes)
    keys = draft.keyPositions.map { [fields] in fields[$0].id }
  }

  private static func fill(
    _ fields: UnsafeMutablePointer<Field>, _ open: [(position: Int, field: PlanField)],
    _ variables: PlanVariables, _ names: FieldNames, _ merges: [UInt32: MergeRule],
    _ lookups: [UInt32: PlanLookup]
  ) -> ([UInt32: MergeRule], [UInt32: PlanLookup]) {
    var (merges, lookups) = (merges, lookups)
    for (position, field) in open {
      let id = field.id(variables, names)
      (fields[position].id, fields[position].incoming) = (id, id)
      guard field.readsArguments else { continue }
      let values = field.values(variables)
      fields[position].page = field.page(values)
      fields[position].read = field.readRule(values)
      if let merge = field.mergeRule(id, values) {
        let incoming = field.incoming(variables, names)
        fields[position].incoming = incoming
        merges[incoming] = merge
      }
      if let lookup = field.lookup(values) { lookups[id] = lookup }
    }
    return (merges, lookups)
  }

  /// - Returns: whether a field of objects occurs several times.
  private static func noteRepeated(_ fields: UnsafeMutablePointer<Field>, _ namesakes: [Int]) -> Bool {
    var hasRepeatedObjects = false
    for index in namesakes {
      let isRepeated = (0..<index).contains { fields[$0].incoming == fields[index].incoming }
      fields[index].isRepeated = isRepeated
      if isRepeated, fields[index].place != nil { hasRepeatedObjects = true }
    }
    return hasRepeatedObjects
  }

  deinit {
    fields.deinitialize(count: count)
    fields.deallocate()
    if draft == nil { text.deallocate() }
  }

  /// The type's name; empty if unknown.
  var typeName: String { conditions.typeName }

  /// Whether it is the shape of a type when conditions hold.
  func fits(_ name: UnsafeBufferPointer<UInt8>, _ flags: [Bool]) -> Bool {
    guard name.count + 1 == keyPrefix.count, keyPrefix.starts(with: name) else { return false }
    return conditions.choices.allSatisfy { flags[$0.variable] == $0.value }
  }

  func contains(_ id: UInt32) -> Bool { (0..<count).contains { fields[$0].id == id } }

  /// The position of a field, preferring fields that the document itself selects.
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

/// A place in the response: the selection sets that apply there, and the shapes of the types met so far.
final class PlanPlace {
  let sets: [Int]
  /// The object type of all objects there; nil if it depends on `__typename`.
  let type: String?
  /// The interfaces and unions that all objects there belong to, as the fields say.
  let abstractTypes: [String]
  /// The response key of `__typename`.
  let typename: String
  /// The response key, in the form that JSON has.
  let quotedTypename: [UInt8]
  /// The shape of that type, or of objects without a `__typename`, if it is the same for all values of variables.
  var only: PlanShape?
  /// Its draft, if only arguments in it depend on variables.
  var draft: PlanShape?
  var shapes: [PlanShape] = []

  init(_ sets: [Int], type: String?, abstractTypes: [String], typename: String) {
    (self.sets, self.type, self.abstractTypes, self.typename) = (sets, type, abstractTypes, typename)
    quotedTypename = Array("\"\(typename)\"".utf8)
  }
}
