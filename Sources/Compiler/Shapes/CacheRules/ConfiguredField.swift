import ApusSource
import ApusSchema
import ApusSyntax

/// A field that a configuration names by its coordinate, `Type.field`.
struct ConfiguredField {
  private(set) var type: TypeID = 0
  /// Nil where the schema does not have it.
  private(set) var field: FieldID?
  /// Why it is not there; follows the configuration's key in a message.
  private(set) var fault = ""

  init(_ coordinate: String, _ schema: Schema) {
    let parts = coordinate.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      fault = "names \"\(coordinate)\", which is no field: write \"Type.field\"."
      return
    }
    type = schema.type(named: schema.names.find(parts[0]))
    guard type != 0, schema.types[Int(type)].isComposite else {
      fault = ConfiguredField.unknownType(parts[0], schema)
      return
    }
    let name = schema.names.find(parts[1])
    let found = name == 0 ? 0 : schema.field(name, of: type)
    guard found != 0, schema.fields[Int(found)].parent == type else {
      let members = Int(schema.types[Int(type)].firstMember)
      let count = schema.types[Int(type)].kind == .union ? 0 : Int(schema.types[Int(type)].memberCount)
      let known = (members..<members + count).map { schema.names.string(schema.fields[$0].name) }
      fault =
        "names \"\(coordinate)\", which is no field of the schema.\(Suggestions.didYouMean(parts[1], among: known))"
      return
    }
    field = found
  }

  /// The fault of a name that is not a type with fields; follows the configuration's key in a message.
  static func unknownType(_ name: String, _ schema: Schema) -> String {
    let known = (1..<max(1, schema.typeCount)).filter { schema.types[$0].isComposite }
    let suggestion = Suggestions.didYouMean(name, among: known.map { schema.name(TypeID($0)) })
    return "names \"\(name)\", which is no object type or interface.\(suggestion)"
  }
}

extension Diagnostic {
  /// An error about an entry under a key of the configuration.
  package init(_ code: DiagnosticCode, ofConfiguration key: String, _ entry: String, _ message: String) {
    self.init(.error, code, "\"\(key)\" \(message)")
    configurationKey = "\(key).\(entry)"
  }
}
