import ApusSource
import ApusSchema
import ApusSyntax
import ApusShapes

/// The enums, input objects, scalars and identifiers that documents use in fields, variables and input fields. Only these are emitted, unless
/// `schemaTypes` in `apus.json` is `all`.
struct ReachedTypes {
  /// The enums, sorted by their Swift names. Set by ``finish(_:_:_:)``, like the input objects.
  private(set) var enums: [EnumType] = []
  private(set) var inputObjects: [InputObjectType] = []
  private let schema: Schema
  private let names: SchemaNames
  private let options: GenerationOptions
  private var reached: Set<TypeID> = []
  /// The enums and input objects reached, in the order of first mention.
  private(set) var declared: [TypeID] = []
  /// The scalars reached, in the order of first mention until ``finish(_:_:_:)`` sorts them by their order in the schema.
  private(set) var scalars: [TypeID] = []
  /// The numbers of the bindings reached: those of fields, variables and input fields.
  private(set) var bindings: Set<FieldBindingID> = []
  private let fieldBindings: FieldBindings

  init(
    _ schema: Schema, _ names: SchemaNames, _ options: GenerationOptions, _ fieldBindings: FieldBindings
  ) {
    self.fieldBindings = fieldBindings
    self.schema = schema
    self.names = names
    self.options = options
  }

  /// Adds an enum, scalar or input object. For an input object, adds the types of its fields as well.
  mutating func add(_ type: TypeID) {
    var pending = [type]
    while let next = pending.popLast() {
      let definition = schema[next]
      guard !definition.isComposite, reached.insert(next).inserted else { continue }
      if definition.kind == .scalar { scalars.append(next) } else { declared.append(next) }
      guard definition.kind == .inputObject else { continue }
      for field in schema.inputFields(of: next) {
        let binding = fieldBindings.bound.ofInput(field)
        if binding == 0 {
          if let type = schema[field].type.named { pending.append(type) }
        } else {
          bindings.insert(binding)
        }
      }
    }
  }

  mutating func add(binding: FieldBindingID) { bindings.insert(binding) }

  /// The identifiers reached, or all of them if the whole schema is emitted, sorted by name. Modules below may declare some of them.
  var identifiers: [(type: TypeID, swiftName: String)] {
    let reached = Set(bindings.compactMap { fieldBindings.bound.identified(by: $0) })
    return fieldBindings.identifierNames.filter { options.emitsWholeSchema || reached.contains($0.key) }
      .map { (type: $0.key, swiftName: $0.value) }.sorted { $0.swiftName < $1.swiftName }
  }

  /// Ends collecting: makes ``enums`` and ``inputObjects``, and reports types that are left out, custom scalars without a Swift type, and names that
  /// differ from the default.
  mutating func finish(_ swiftTypes: SwiftTypes, _ below: DeclarationsBelow, _ diagnostics: DiagnosticSink) {
    if options.emitsWholeSchema {
      diagnostics.append(
        contentsOf: addAll().map { ReachedTypes.leftOut($0.type, $0.faulty, schema) })
    }
    enums = makeEnums(below, diagnostics)
    inputObjects = makeInputObjects(below, diagnostics)
    for type in scalars where !schema[type].isBuiltIn {
      if swiftTypes.binding(of: type) == nil, !ScalarSuggestion.isAnyJSON(schema.name(type)) {
        diagnostics.append(ReachedTypes.unmapped(type, schema))
      }
    }
    scalars.sort()
    let types = declared.sorted().filter { !below.declares($0) }
    diagnostics.append(contentsOf: names.diagnostics(for: types, schema))
  }

  /// Adds every enum and input object of the schema, except those of introspection, those with errors, and those that need one with errors.
  ///
  /// - Returns: the types that are left out, each with the faulty type that it is or needs.
  mutating func addAll() -> [(type: TypeID, faulty: TypeID)] {
    let all = schema.allTypes.filter {
      let kind = schema[$0].kind
      return !schema[$0].isBuiltIn && (kind == .enum || kind == .inputObject)
    }
    let leftOut = leftOut(among: all)
    for type in all where leftOut[type] == nil { add(type) }
    // If documents use such a type, the run fails anyway, with the schema's error.
    return all.compactMap { type in
      reached.contains(type) ? nil : leftOut[type].map { (type: type, faulty: $0) }
    }
  }

  /// The faulty types, and those that have a field of a faulty type at any depth, each with the faulty type.
  private func leftOut(among types: [TypeID]) -> [TypeID: TypeID] {
    if schema.faultyTypes.isEmpty { return [:] }
    var users: [TypeID: [TypeID]] = [:]
    for type in types where schema[type].kind == .inputObject {
      for field in schema.inputFields(of: type) where fieldBindings.bound.ofInput(field) == 0 {
        if let named = schema[field].type.named { users[named, default: []].append(type) }
      }
    }
    var found: [TypeID: TypeID] = [:]
    for faulty in schema.faultyTypes.sorted() {
      var pending = [faulty]
      while let next = pending.popLast() {
        if found[next] != nil { continue }
        found[next] = faulty
        pending += users[next] ?? []
      }
    }
    return found
  }

  /// The enums reached, sorted by their Swift names. They include enums of introspection if a document selects one.
  private func makeEnums(_ below: DeclarationsBelow, _ diagnostics: DiagnosticSink) -> [EnumType] {
    sorted(.enum).map { type in
      let values = schema.enumValues(of: type)
      let candidates = values.map { value in
        let raw = schema.names.string(schema[value].name)
        return ValueNames.Candidate(
          node: schema[value].node, name: raw,
          wanted: SwiftNames.caseName(options.acronyms.spell(Words.camelCase(raw))),
          fallback: SwiftNames.caseName(raw))
      }
      let names = ValueNames(candidates, reserved: ["unrecognized", "allCases"])
      // The modules below warn about their own types.
      if !below.declares(type) {
        diagnostics.append(contentsOf: names.warnings(.enumValue, schema.tree))
      }
      return EnumType(
        type: type, swiftName: self.names[type],
        cases: zip(values, zip(candidates, names.names)).map {
          EnumCase(value: $0, name: $1.0.name, swiftName: $1.1)
        })
    }
  }

  /// The input objects reached, sorted by their Swift names.
  private func makeInputObjects(_ below: DeclarationsBelow, _ diagnostics: DiagnosticSink)
    -> [InputObjectType]
  {
    sorted(.inputObject).map { type in
      let definition = schema[type]
      let ids = schema.inputFields(of: type)
      let candidates = ids.map { id in
        let name = schema.names.string(schema[id].name)
        let member = options.memberName(name)
        return ValueNames.Candidate(
          node: schema[id].node, name: name,
          wanted: definition.isOneOf ? SwiftNames.caseName(member) : member)
      }
      let names = ValueNames(candidates)
      if !below.declares(type) {
        diagnostics.append(contentsOf: names.warnings(.inputField, schema.tree))
      }
      let fields = zip(ids, zip(candidates, names.names)).map { id, names in
        let value = schema[id]
        return InputValue(
          node: value.node, name: names.0.name, swiftName: names.1, type: value.type,
          presence: value.isRequired ? .required : value.type.isNonNull ? .omittable : .nullable,
          binding: fieldBindings.bound.ofInput(id),
          isIndirect: definition.isOneOf && !value.type.isList && leads(from: value.type.named, to: type))
      }
      return InputObjectType(type: type, swiftName: self.names[type], fields: fields)
    }
  }

  private func sorted(_ kind: TypeKind) -> [TypeID] {
    declared.filter { schema[$0].kind == kind }.sorted { names[$0] < names[$1] }
  }

  /// Whether a value of input object `start` can contain a value of `target` inline. Lists and `GraphQLNullable` store their content out of line.
  private func leads(from start: TypeID?, to target: TypeID) -> Bool {
    var seen: Set<TypeID> = []
    var pending = [start].compactMap(\.self)
    while let next = pending.popLast() {
      if next == target { return true }
      let definition = schema[next]
      guard definition.kind == .inputObject, seen.insert(next).inserted else { continue }
      for field in schema.inputFields(of: next).lazy.map({ schema[$0] })
      where !field.type.isList && (field.type.isNonNull || definition.isOneOf) {
        if let type = field.type.named { pending.append(type) }
      }
    }
    return false
  }

  /// The Swift names of the enums, input objects and identifiers, and of the identifiers' tags, such as `AlbumIDTag`.
  var declaredNames: [String] {
    enums.map(\.swiftName) + inputObjects.map(\.swiftName)
      + identifiers.flatMap { [$0.swiftName, $0.swiftName + "Tag"] }
  }

  /// The warning for a type that is not generated because the schema has an error in it, or in a type that it needs.
  private static func leftOut(_ type: TypeID, _ faulty: TypeID, _ schema: Schema) -> Diagnostic {
    let reason =
      type == faulty
      ? "the schema has an error in it"
      : "it needs \"\(schema.name(faulty))\", in which the schema has an error"
    return Diagnostic(
      .warning, .typeLeftOut,
      "\"\(schema.name(type))\" is not generated, because \(reason). Correct the schema.",
      at: [schema.tree.nameRange(of: schema[type].node)])
  }

  /// The warning for a custom scalar without a Swift type.
  private static func unmapped(_ scalar: TypeID, _ schema: Schema) -> Diagnostic {
    let name = schema.name(scalar)
    return Diagnostic(
      .warning, .unmappedScalar,
      "The scalar \"\(name)\" has no Swift type, so it is any JSON (GraphQLValue). Set its type under \"scalars\" in apus.json"
        + (ScalarSuggestion(for: name).map { ", for example \($0.text)." } ?? "."),
      at: [schema.tree.nameRange(of: schema[scalar].node)])
  }
}
