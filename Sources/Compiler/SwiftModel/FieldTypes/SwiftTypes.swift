import ApusSource
import ApusSchema
import ApusSyntax
import ApusShapes

/// The Swift type of a scalar, an enum or an input object, by how the runtime reads it: `r.string("title")` for `string`.
package enum SwiftType {
  case string, int, double, bool, id
  /// An enum of the schema, with its generated name.
  case enumeration(String)
  /// An input object, with its generated name.
  case inputObject(String)
  /// Arbitrary JSON, a `GraphQLValue`: for example a custom scalar without a binding.
  case anyValue
  /// A Swift type in `apus.json` or `@apus` that is decoded by its `Codable` conformance.
  case codable(String)
  /// A Swift type that is decoded by a codec: one in `apus.json`, an identifier, or the type for a `@specifiedBy` URL.
  case codec(type: String, codec: String)

  /// The first components of a bound type and its codec, as generated code writes them: `Shop` for `Shop.Money`. Empty for other types.
  var writtenNames: [String] {
    switch self {
    case .codable(let type): SwiftType.names(of: type)
    case .codec(let type, let codec): SwiftType.names(of: type) + SwiftType.names(of: codec)
    default: []
    }
  }

  private static func names(of type: String) -> [String] {
    // Each operation has a nested `Data`, so Foundation's is qualified.
    SwiftNames.heads(ofType: type).map { $0 == "Data" ? "Foundation" : $0 }
  }
}

/// The Swift types of all scalars, enums and input objects of a schema.
package final class SwiftTypes {
  private let schema: Schema
  private let names: SchemaNames
  /// The types by `TypeID`. They are made once, because every field looks one up.
  private var types: [SwiftType] = [.anyValue]
  private var bindings: [TypeID: GenerationOptions.ScalarBinding] = [:]
  /// The bindings of fields, arguments and input fields.
  package let fieldBindings: FieldBindings

  init(
    _ schema: Schema, _ options: GenerationOptions, _ names: SchemaNames, _ fieldBindings: FieldBindings
  ) {
    self.schema = schema
    self.names = names
    self.fieldBindings = fieldBindings
    types.reserveCapacity(schema.typeCount)
    for type in schema.allTypes {
      if schema[type].kind == .scalar {
        bindings[type] = SwiftTypes.findBinding(of: type, schema, options)
      }
      types.append(find(type))
    }
  }

  package subscript(_ type: TypeID) -> SwiftType { types[type.index] }

  /// The first components of all bound types and their codecs (``SwiftType/writtenNames``).
  var writtenNames: Set<String> {
    Set(types.lazy.flatMap(\.writtenNames)).union(
      fieldBindings.bindings.lazy.flatMap { SwiftTypes.swiftType(of: $0, isID: false).writtenNames })
  }

  /// The Swift type of a value with a binding, or of its scalar if the binding is 0.
  package func swiftType(_ binding: FieldBindingID, _ type: TypeReference) -> SwiftType {
    binding == 0
      ? type.named.map { self[$0] } ?? .anyValue
      : SwiftTypes.swiftType(of: fieldBindings.bindings[binding], isID: false)
  }

  /// The scalar's binding in the configuration, or the one for its `@specifiedBy` URL.
  package func binding(of type: TypeID) -> GenerationOptions.ScalarBinding? { bindings[type] }

  private func find(_ type: TypeID) -> SwiftType {
    let definition = schema[type]
    switch definition.kind {
    case .enum: return .enumeration(names[type])
    case .inputObject: return .inputObject(names[type])
    default: break
    }
    if let binding = binding(of: type) {
      return SwiftTypes.swiftType(of: binding, isID: definition.name == Keyword.idType)
    }
    switch definition.name {
    case Keyword.intType: return .int
    case Keyword.floatType: return .double
    case Keyword.stringType: return .string
    case Keyword.booleanType: return .bool
    case Keyword.idType: return .id
    default: return .anyValue
    }
  }

  /// The Swift type of a binding.
  static func swiftType(of binding: GenerationOptions.ScalarBinding, isID: Bool) -> SwiftType {
    if let codec = binding.codec { return .codec(type: binding.type, codec: codec) }
    // The runtime has dedicated methods for JSON's own types.
    switch binding.type {
    case "GraphQLValue": return .anyValue
    case "String": return isID ? .id : .string
    case "Int": return .int
    case "Double": return .double
    case "Bool": return .bool
    default: return .codable(binding.type)
    }
  }

  /// The names of a scalar's Swift type and of its codec.
  package static func swiftType(
    of type: TypeID, _ schema: Schema, _ options: GenerationOptions
  ) -> (type: String, codec: String?) {
    if let binding = findBinding(of: type, schema, options) { return (binding.type, binding.codec) }
    switch schema[type].name {
    case Keyword.intType: return ("Int", nil)
    case Keyword.floatType: return ("Double", nil)
    case Keyword.stringType, Keyword.idType: return ("String", nil)
    case Keyword.booleanType: return ("Bool", nil)
    default: return ("GraphQLValue", nil)
    }
  }

  /// The scalar's binding in the configuration, or the one for its `@specifiedBy` URL.
  package static func findBinding(
    of type: TypeID, _ schema: Schema, _ options: GenerationOptions
  ) -> GenerationOptions.ScalarBinding? {
    if let configured = options.scalars[schema.name(type)] { return configured }
    guard let url = schema.specificationURL(of: type), let codec = KnownCodec(specifiedBy: url) else {
      return nil
    }
    return GenerationOptions.ScalarBinding(type: codec.type, codec: codec.name)
  }
}
