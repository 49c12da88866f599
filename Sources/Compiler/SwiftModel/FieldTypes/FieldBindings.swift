import ApusSource
import ApusSchema
import ApusShapes
import ApusSyntax

/// The Swift types of fields, arguments and input fields that differ from their scalars' types: by schema coordinate, or because they are
/// identifiers.
package struct FieldBindings {
  /// The types by number. The first represents none.
  package private(set) var bindings = [GenerationOptions.ScalarBinding(type: "")]
  /// The coordinates in the configuration that cannot be bound, with the reasons.
  package private(set) var unknown: [(coordinate: String, reason: String)] = []
  /// The names of the identifiers that may be declared, by object type or interface.
  private(set) var identifierNames: [TypeID: String] = [:]
  /// The bindings of fields, arguments and input fields.
  package private(set) var bound: BoundFields
  private let schema: Schema

  /// - Parameter names: the Swift names of the schema's enums and input objects, which identifiers must avoid.
  package init(_ schema: Schema, _ options: GenerationOptions, _ names: SchemaNames) {
    self.schema = schema
    bound = BoundFields(schema)
    if options.hasIdentifiers { addIdentifiers(options, names) }
    for (coordinate, binding) in options.fields.sorted(by: { $0.key < $1.key }) {
      if let reason = add(coordinate, binding) { unknown.append((coordinate, reason)) }
    }
  }

  // MARK: - By coordinate

  /// - Returns: the reason why the coordinate cannot be bound, or nil if it is bound.
  private mutating func add(_ coordinate: String, _ binding: GenerationOptions.ScalarBinding) -> String? {
    let source = SourceFile(path: "", text: coordinate)
    guard let parsed = try? SchemaCoordinate.parse(source) else {
      return
        "\"\(coordinate)\" is not a schema coordinate. Write Type.field, Type.field(argument:) or Input.field."
    }
    guard let element = (try? schema.resolve(parsed)) ?? nil else {
      return "The schema has no \"\(coordinate)\".\(Suggestions.didYouMean(coordinate, among: coordinates))"
    }
    switch element {
    case .field(let field) where isScalar(schema[field].type):
      bound.bind(field: field, to: number(of: binding))
    case .inputField(let input) where isScalar(schema[input].type),
      .fieldArgument(let input) where isScalar(schema[input].type):
      bound.bind(input: input, to: number(of: binding))
    case .field, .inputField, .fieldArgument:
      return "\"\(coordinate)\" is not a scalar, so its Swift type is generated. Remove the entry."
    case .type, .enumValue, .directive, .directiveArgument:
      return
        "\"\(coordinate)\" is not a field, argument or input field. Set the Swift type of a scalar under \"scalars\"."
    }
    return nil
  }

  private func isScalar(_ type: TypeReference) -> Bool { schema[type.named]?.kind == .scalar }

  /// All coordinates that can be bound, for suggestions.
  private var coordinates: [String] {
    var result: [String] = []
    for type in schema.allTypes where !schema[type].isBuiltIn {
      let name = schema.name(type)
      for field in schema.fields(of: type) {
        let path = "\(name).\(schema.names.string(schema[field].name))"
        if isScalar(schema[field].type) { result.append(path) }
        for argument in schema.arguments(of: field) where isScalar(schema[argument].type) {
          result.append("\(path)(\(schema.names.string(schema[argument].name)):)")
        }
      }
      for field in schema.inputFields(of: type) where isScalar(schema[field].type) {
        result.append("\(name).\(schema.names.string(schema[field].name))")
      }
    }
    return result
  }

  /// The number of a binding. Equal bindings share one.
  private mutating func number(of binding: GenerationOptions.ScalarBinding) -> FieldBindingID {
    if binding.codec == nil,
      let known = bindings.indices.dropFirst().first(where: {
        identifierName(of: $0) == binding.type
      })
    {
      return known
    }
    var binding = binding
    // The runtime's identifiers have their own codec.
    if binding.codec == nil, binding.type.hasPrefix("GraphQLIdentifier<") {
      binding.codec = binding.type + ".Codec"
    }
    if let known = bindings.indices.dropFirst().first(where: {
      bindings[$0].type == binding.type && bindings[$0].codec == binding.codec
    }) {
      return known
    }
    bindings.append(binding)
    return bound.add(binding.type)
  }

  // MARK: - Identifiers

  /// Qualifies the identifiers with the namespaces of the modules that declare them.
  mutating func qualifyIdentifiers(_ below: DeclarationsBelow) {
    for index in bindings.indices {
      guard let name = identifierName(of: index) else { continue }
      bindings[index] = Self.identifier(below.globalName(name))
    }
  }

  private func identifierName(of binding: FieldBindingID) -> String? {
    bound.identified(by: binding).flatMap { identifierNames[$0] }
  }

  /// Gives an identifier to each object type and interface with an `id` of type `ID`. The arguments `id` of fields that return the type get it, too.
  private mutating func addIdentifiers(_ options: GenerationOptions, _ names: SchemaNames) {
    let id = schema.names.find("id")
    var scope = NameScope(taken: TakenNames(names.all))
    var numbers: [TypeID: FieldBindingID] = [:]
    for type in schema.allTypes.sorted(by: { schema.name($0) < schema.name($1) }) {
      let definition = schema[type]
      guard definition.kind == .object || definition.kind == .interface, !definition.isBuiltIn else {
        continue
      }
      guard let field = schema.field(id, of: type), isID(schema[field].type), !schema[field].type.isList
      else { continue }
      let name = scope.claim(options.typeName(schema.name(type)) + NameSuffix.identifier, suffix: "_")
      identifierNames[type] = name
      // With dependencies, it is not known yet which module declares the identifier, and so in which namespace.
      let namespace = options.dependencyModules.isEmpty ? options.namespace : nil
      let path = namespace.map { "\($0).\(name)" } ?? name
      bindings.append(Self.identifier(path))
      let number = bound.add(path, identifying: type)
      numbers[type] = number
      bound.bind(field: field, to: number)
    }
    if numbers.isEmpty { return }
    let keys = [id, schema.names.find("ids")]
    for type in schema.allTypes where !schema[type].isBuiltIn {
      for field in schema.fields(of: type) {
        guard let number = schema[field].type.named.flatMap({ numbers[$0] }) else { continue }
        for argument in schema.arguments(of: field)
        where keys.contains(schema[argument].name) && isID(schema[argument].type) {
          bound.bind(input: argument, to: number)
        }
      }
    }
  }

  /// - Parameter path: the identifier's name in Swift.
  private static func identifier(_ path: String) -> GenerationOptions.ScalarBinding {
    .init(type: path, codec: path + ".Codec")
  }

  private func isID(_ type: TypeReference) -> Bool { schema[type.named]?.name == Keyword.idType }
}
