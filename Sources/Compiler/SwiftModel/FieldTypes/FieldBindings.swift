import ApusSource
import ApusSchema
import ApusShapes
import ApusSyntax

/// The bindings of single fields, arguments and input fields to Swift types that differ from those of their scalars.
///
/// A binding comes from `fields` in `apus.json`, where the key is a schema coordinate such as `Album.price`, or from `identifiers`, which binds
/// `Album.id` to `AlbumID`. A binding is referred to by its number; 0 means the scalar's own Swift type.
package struct FieldBindings {
  /// The bindings by number. Number 0 means no binding, so the first element is a placeholder.
  package private(set) var bindings = [GenerationOptions.ScalarBinding(type: "")]
  /// The keys of `fields` that cannot be bound, with the reasons.
  package private(set) var unknown: [(coordinate: String, reason: String)] = []
  /// The name of the identifier for each object type and interface that can have one.
  private(set) var identifierNames: [TypeID: String] = [:]
  /// The numbers of the bindings, by field, argument and input field.
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

  /// Binds the field, argument or input field at a coordinate.
  ///
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

  /// The number of a binding, which is added if it is new. For a type with the name of an identifier, it is the identifier's number.
  private mutating func number(of binding: GenerationOptions.ScalarBinding) -> FieldBindingID {
    if binding.codec == nil,
      let known = bindings.indices.dropFirst().first(where: {
        identifierName(of: $0) == binding.type
      })
    {
      return known
    }
    var binding = binding
    // `GraphQLIdentifier` declares its codec as a nested type.
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

  /// Qualifies the names of identifiers as ``DeclarationsBelow/globalName(_:in:)`` does: with a namespace, and with a module if necessary.
  mutating func qualifyIdentifiers(_ below: DeclarationsBelow) {
    for index in bindings.indices {
      guard let name = identifierName(of: index) else { continue }
      bindings[index] = Self.identifier(below.globalName(name))
    }
  }

  private func identifierName(of binding: FieldBindingID) -> String? {
    bound.identified(by: binding).flatMap { identifierNames[$0] }
  }

  /// Creates an identifier for each object type and interface with a field `id: ID`, such as `AlbumID`. It becomes the type of this field and, in all
  /// fields that return the object type or interface, of arguments called `id` or `ids` that are an `ID` or a list of them.
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
      // With modules below, it is not known yet which module declares the identifier. ``qualifyIdentifiers(_:)`` adds the namespace later.
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
