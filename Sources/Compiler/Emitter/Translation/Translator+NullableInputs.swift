import ApusSwiftModel

/// What a nullable input is written with: `.jazz` and `.init(…)` stand for a value where a `GraphQLNullable` of a generated type is expected, as
/// literals do for those of Swift's types.
extension Translator {
  /// Names that `GraphQLNullable` itself has.
  private static let ownNames: Set = ["ifPresent", "null", "unset", "value"]

  func codeNullables(_ enums: [EnumType], _ inputObjects: [InputObjectType], in text: inout SwiftPrinter) {
    let names = nullableInputs()
    for type in enums where names.contains(type.swiftName) && !namesParameter(global(type.swiftName)) {
      let cases = type.cases.map(\.swiftName).filter { !Self.ownNames.contains($0) }
      if cases.isEmpty { continue }
      openNullable(of: type.swiftName, in: &text)
      for name in cases.map(SwiftNames.escape) {
        text.property("\(access)static var \(name)", Code("Self"), body: ".value(.\(name))")
      }
      text.close()
    }
    for type in inputObjects where names.contains(type.swiftName) && !namesParameter(global(type.swiftName)) {
      if schema[type.type].isOneOf {
        let fields = type.fields.filter {
          !Self.ownNames.contains($0.swiftName)
            && !namesParameter(wrap(name(of: program.swiftType(of: $0)), $0.type.nonNull))
        }
        if fields.isEmpty { continue }
        openNullable(of: type.swiftName, in: &text)
        for field in fields {
          let name = SwiftNames.escape(field.swiftName)
          let payload = wrap(self.name(of: program.swiftType(of: field)), field.type.nonNull)
          text.open("\(access)static func \(name)(_ value: \(payload)) -> Self")
          text.line(".value(.\(name)(value))")
          text.close()
        }
        text.close()
      } else if !type.fields.isEmpty {
        let parameters = parameters(members(of: type))
        if parameters.contains(where: { namesParameter($0.text) }) { continue }
        openNullable(of: type.swiftName, in: &text)
        text.list("\(access)init(", parameters, ") {")
        text.indent()
        let arguments = type.fields.map {
          Code("\(SwiftNames.label($0.swiftName)): \(SwiftNames.local($0.swiftName))")
        }
        // By its name, the type could be hidden by a case that another extension adds.
        text.list("self = .value(.init(", arguments, "))", isCall: true)
        text.close()
        text.close()
      }
    }
  }

  /// Whether a type is or contains one called `Wrapped`, for which the extension has another meaning.
  private func namesParameter(_ type: String) -> Bool {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.contains("Wrapped")
  }

  private func openNullable(of name: String, in text: inout SwiftPrinter) {
    references.noteSignatureWithRuntime()
    text.blankLine()
    text.open("extension \(known.nullable) where Wrapped == \(global(name))")
  }

  /// The names of the generated types of which variables and input fields of this module are nullable.
  private func nullableInputs() -> Set<String> {
    var names: Set<String> = []
    for value in program.operations.flatMap(\.variables) + program.inputObjects.flatMap(\.fields)
    where value.presence == .nullable && value.type.listDepth == 0 {
      switch program.swiftType(of: value) {
      case .enumeration(let name), .inputObject(let name): names.insert(name)
      default: break
      }
    }
    return names
  }
}
