import ApusShapes
import ApusSwiftModel
import ApusSchema

/// A parameter of a generated initializer.
struct GeneratedParameter {
  var apollo: String
  var ours: String
  var presence: InputPresence
  var type: TypeReference
  var names: ApolloNames

  var kind: TypeKind? { names.program.schema[type.named]?.kind }
  var isEnum: Bool { kind == .enum }
  var isInput: Bool { kind == .inputObject }

  /// The parameter with a value that cannot be left out.
  var required: GeneratedParameter {
    var parameter = self
    parameter.presence = .required
    return parameter
  }
}
