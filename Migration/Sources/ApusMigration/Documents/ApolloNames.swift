import ApusDriver
import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Computes the names that Apollo and Apus generate for documents, without reading generated files.
struct ApolloNames {
  /// A pair of names.
  struct Row: Hashable {
    var kind: String
    var apollo: String
    var ours: String
  }

  /// Names that differ, sorted by kind and document.
  private(set) var changed: [Row] = []
  /// The number of names that are the same.
  private(set) var sameCount = 0
  /// Operations, by Apollo's name.
  private(set) var operations: [String: Operation] = [:]
  private(set) var fragments: [String: Fragment] = [:]
  private(set) var enums: [String: EnumType] = [:]
  private(set) var inputs: [String: InputObjectType] = [:]
  private(set) var scalars: [String: String] = [:]
  /// Fragment types in Apus, by Apollo's property name.
  private(set) var spreads: [String: String] = [:]
  /// Apollo's names of properties with an enum type.
  private(set) var enumProperties: Set<String> = []
  /// Apollo's names of all enum cases.
  private(set) var enumCases: Set<String> = []
  /// Renamed properties, by Apollo's name.
  private(set) var properties: [String: String] = [:]
  /// Fragments with a condition on a variable, which become optional properties in Apus.
  private(set) var conditional: Set<String> = []
  let program: Program
  private let configuration: ApolloConfiguration
  private let localCacheMutations: Set<String>

  /// - Parameters:
  ///   - localCacheMutations: the names of operations that Apollo generates as local cache mutations.
  ///   - others: documents that another target compiles.
  init(
    _ program: Program, _ configuration: ApolloConfiguration, _ scalars: ApolloScalars,
    localCacheMutations: Set<String>, others: Set<String> = []
  ) {
    self.program = program
    self.localCacheMutations = localCacheMutations
    self.configuration = configuration
    func isOthers(_ node: NodeID) -> Bool { others.contains(program.tree.source(of: node).path) }
    for operation in program.operations where !isOthers(operation.node) { add(operation) }
    for fragment in program.fragments where !isOthers(fragment.node) {
      let name = ApolloNames.suffixed(SwiftNames.capitalized(fragment.name), "_Fragment")
      fragments[name] = fragment
      spreads[SwiftNames.lowercasedFirst(fragment.name)] = fragment.swiftName
      add("fragment", name, fragment.swiftName)
      addConditions(fragment.data.type, name, fragment.swiftName)
    }
    for type in program.enums { add(type) }
    for type in program.inputObjects { add(type) }
    for type in program.usedScalars {
      let name = apolloName(of: type, "")
      guard let swift = scalars.types[name] else { continue }
      self.scalars[name] = swift
      add("scalar", name, swift)
    }
    // Apollo always declares it, even if no document uses it.
    if self.scalars["ID"] == nil { self.scalars["ID"] = scalars.types["ID"] ?? "String" }
    let tree = program.tree
    for node in 0..<tree.count where tree.kind(node) == .fragmentSpread {
      if tree.child(node, .directive) != nil {
        conditional.insert(SwiftNames.lowercasedFirst(tree.name(node)))
      }
    }
  }

  private mutating func add(
    _ kind: String, _ apollo: String, _ ours: String, in owner: (apollo: String, ours: String)? = nil
  ) {
    if apollo == ours {
      sameCount += 1
    } else {
      let row = Row(
        kind: kind, apollo: owner.map { "\($0.apollo).\(apollo)" } ?? apollo,
        ours: owner.map { "\($0.ours).\(ours)" } ?? ours)
      if !changed.contains(row) { changed.append(row) }
    }
  }

  /// Names that Apollo does not use for types.
  private static let reserved: Set<String> = [
    "Any", "Bool", "DataDict", "DocumentType", "Double", "Error", "Float", "Fragments", "FragmentContainer",
    "ID",
    "Int", "ParentType", "Protocol", "Schema", "Selection", "Self", "String", "Type",
  ]

  private static func suffixed(_ name: String, _ suffix: String) -> String {
    reserved.contains(name) ? name + suffix : name
  }

  private func apolloName(of type: TypeID, _ suffix: String) -> String {
    let name = program.schema.name(type)
    return configuration.typeNames[name] ?? ApolloNames.suffixed(SwiftNames.capitalized(name), suffix)
  }

  /// Apollo's name of a variable or an input field.
  func inputName(_ name: String, of type: String = "") -> String {
    configuration.memberNames["\(type).\(name)"]
      ?? (configuration.convertsInputs ? Words.camelCase(name) : name)
  }

  /// Whether camel case keeps more of Apollo's names than the names in the documents.
  static func areCloserConverted(_ documents: [String], _ configuration: ApolloConfiguration) -> Bool {
    var pairs: Set<[String]> = []
    for path in documents {
      guard let source = try? FileSystem.read(path) else { continue }
      let tree = SyntaxTree(names: NameTable())
      _ = Parser.parse(source, into: tree)
      for node in 0..<tree.count where tree.kind(node) == .field {
        let key = tree.names.string(tree.responseKey(node))
        pairs.insert([key, fieldName(key, configuration)])
      }
      for node in 0..<tree.count where tree.kind(node) == .variableDefinition {
        let name = tree.name(node)
        pairs.insert([name, configuration.convertsInputs ? Words.camelCase(name) : name])
      }
    }
    let changed = pairs.count { $0[0] != $0[1] }
    return pairs.count { Words.camelCase($0[0]) != $0[1] } < changed
  }

  private func fieldName(_ key: String) -> String { ApolloNames.fieldName(key, configuration) }

  /// Apollo's name of a field's property.
  private static func fieldName(_ key: String, _ configuration: ApolloConfiguration) -> String {
    if configuration.convertsFields { return Words.camelCase(key) }
    if key.allSatisfy({ $0.isUppercase || $0 == "_" || $0.isNumber }) { return key.lowercased() }
    guard let first = key.first, first.isUppercase else { return key }
    return first.lowercased() + key.dropFirst()
  }

  // MARK: - Initializers

  /// Whether a type of that name is generated from the documents or the schema.
  func declares(_ name: String) -> Bool {
    operations[name] != nil || fragments[name] != nil || enums[name] != nil || inputs[name] != nil
      || scalars[name] != nil
  }

  /// The initializer parameters of an operation or input object, by its Apollo name.
  func parameters(of name: String) -> [GeneratedParameter]? {
    if let operation = operations[name] {
      return operation.variables.map {
        GeneratedParameter(
          apollo: inputName($0.name), ours: $0.swiftName, presence: $0.presence, type: $0.type, names: self)
      }
    }
    return inputs[name].flatMap { parameters(ofInput: $0.type) }
  }

  func parameters(ofInput type: TypeID) -> [GeneratedParameter]? {
    guard let input = program.inputObjects.first(where: { $0.type == type }) else { return nil }
    let owner = program.schema.name(type)
    return input.fields.map {
      GeneratedParameter(
        apollo: inputName($0.name, of: owner), ours: $0.swiftName, presence: $0.presence, type: $0.type,
        names: self)
    }
  }

  /// The response type at Apollo's path.
  func object(at path: [String]) -> ResponseType? {
    var object: ResponseType?
    var rest = path.dropFirst()
    if let operation = operations[path[0]], rest.first == "Data" {
      object = operation.data.type
      rest = rest.dropFirst()
    } else if let fragment = fragments[path[0]] {
      object = fragment.data.type
    }
    for name in rest { object = object.flatMap { ApolloNames.child(name, of: $0, "")?.object } }
    return object
  }

  /// Apollo's name of a field's property.
  func propertyName(of field: Field) -> String { fieldName(program.schema.names.string(field.key)) }

  /// Apollo's name of an enum; nil for any other type.
  func enumName(of type: TypeID) -> String? {
    program.schema[type].kind == .enum ? apolloName(of: type, "_Enum") : nil
  }

  /// Apollo's Swift type of a scalar.
  func swiftName(ofScalar type: TypeID) -> String {
    let name = program.schema.name(type)
    if ["Int", "String", "Boolean", "Float", "ID"].contains(name) {
      return ["Int": "Int", "Boolean": "Bool", "Float": "Double"][name] ?? "String"
    }
    return scalars[scalarName(type)] ?? "?"
  }

  /// Apollo's name of a scalar.
  func scalarName(_ type: TypeID) -> String { apolloName(of: type, "") }

  // MARK: - Definitions

  private mutating func add(_ operation: Operation) {
    let isLocal = localCacheMutations.contains(operation.name)
    let suffix = isLocal ? "LocalCacheMutation" : SwiftNames.capitalized(operation.kind.keyword)
    let stem = SwiftNames.capitalized(operation.name)
    let name = stem.hasSuffix(suffix) ? stem : stem + suffix
    operations[name] = operation
    add(operation.kind.keyword, name, operation.swiftName)
    for variable in operation.variables {
      add("variable", inputName(variable.name), variable.swiftName, in: (name, operation.swiftName))
    }
    addConditions(operation.data.type, "\(name).Data", "\(operation.swiftName).Data")
  }

  private mutating func add(_ type: EnumType) {
    let name = apolloName(of: type.type, "_Enum")
    let schemaName = program.schema.name(type.type)
    enums[name] = type
    add("enum", name, type.swiftName)
    for value in type.cases {
      enumCases.insert(caseName(value.name, of: schemaName))
      add("enum case", caseName(value.name, of: schemaName), value.swiftName, in: (name, type.swiftName))
    }
  }

  /// Apollo's name of an enum value.
  func caseName(_ value: String, of type: String) -> String {
    configuration.memberNames["\(type).\(value)"]
      ?? (configuration.convertsEnumCases ? Words.camelCase(value) : value)
  }

  private mutating func add(_ type: InputObjectType) {
    let name = apolloName(of: type.type, "_InputObject")
    inputs[name] = type
    add("input object", name, type.swiftName)
    for field in type.fields {
      let apollo = inputName(field.name, of: program.schema.name(type.type))
      add("input field", apollo, field.swiftName, in: (name, type.swiftName))
    }
  }

  // MARK: - Selections

  /// Adds the type conditions and fields below a type, given Apollo's path to it and ours.
  private mutating func addConditions(
    _ object: ResponseType, _ apollo: String, _ ours: String, _ depth: Int = 0
  ) {
    guard depth < 64 else { return }
    for property in object.properties {
      let key = program.schema.names.string(property.field.key)
      let apolloKey = fieldName(key)
      if apolloKey != property.swiftName { add("field", apolloKey, property.swiftName) }
      if apolloKey != property.swiftName.filter({ $0 != "`" }) { properties[apolloKey] = property.swiftName }
      if program.schema[property.field.type.named]?.kind == .enum {
        enumProperties.insert(apolloKey)
      }
    }
    for accessor in object.accessors where accessor.swiftName.hasPrefix("as") {
      let name = SwiftNames.capitalized(accessor.swiftName)
      guard let (path, inner) = ApolloNames.child(name, of: object, ours) else { continue }
      add("type condition", "\(apollo).\(name)", path)
      if let inner { addConditions(inner, "\(apollo).\(name)", path, depth + 1) }
    }
    for member in object.members {
      guard case .type(let inner) = member, !object.cases.contains(where: { $0.payload === inner }) else {
        continue
      }
      addConditions(inner, "\(apollo).\(inner.name)", "\(ours).\(inner.name)", depth + 1)
    }
  }

  /// The type that Apollo calls `name` inside the type at `path`, with our path to it.
  ///
  /// - Returns: nil if there is none.
  static func child(_ name: String, of object: ResponseType, _ path: String) -> (
    path: String, object: ResponseType?
  )? {
    let accessor = object.accessors.first { SwiftNames.capitalized($0.swiftName) == name }
    switch accessor?.result {
    case .payload(let payload):
      let found = object.cases.first { $0.typeName == payload }
      return ("\(path).\(payload)", found?.payload)
    case .union(let union): return ("\(path).\(union.name)", union)
    case .fragment(_, let typeName): return (typeName, nil)
    case nil: break
    }
    if let member = object.members.first(where: { $0.name == name }) {
      return ("\(path).\(name)", member.type)
    }
    if let found = property(name, of: object, path) { return found }
    // A condition that every type matches does not become a separate type here.
    if name.hasPrefix("As"), name.count > 2, object.cases.isEmpty { return (path, object) }
    return nil
  }

  /// The type of a property. Apollo keeps the underscores of `pokemon_v2_type`, where Apus has `PokemonV2Type`.
  private static func property(_ name: String, of object: ResponseType, _ path: String) -> (
    path: String, object: ResponseType?
  )? {
    func plain(_ text: String) -> String { text.filter { $0 != "_" }.lowercased() }
    let exact = object.properties.first { $0.typeName == name }
    let similar = object.properties.filter { $0.typeName.map(plain) == plain(name) }
    guard let found = exact ?? (similar.count == 1 ? similar.first : nil), let type = found.typeName else {
      return nil
    }
    return ("\(path).\(type)", found.object)
  }
}
