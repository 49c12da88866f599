import ApusSchema
import ApusSwiftModel

/// Generates the members with which a nullable input is written: where a `GraphQLNullable` of a generated type is expected, `.jazz` and `.init(…)` are
/// values, as literals are for Swift's types.
extension Translator {
  func codeNullables(_ enums: [EnumType], _ inputObjects: [InputObjectType], in text: inout SwiftPrinter) {
    let names = NullableInputs(program).names
    // Modules above can have nullable variables of a type, even if this one has none.
    let isExported = options.accessLevel != .internal
    func isNeeded(_ type: TypeID, _ name: String) -> Bool {
      names.contains(name) || isExported && !schema[type].isBuiltIn
    }
    var alias = WrappedAlias()
    for type in enums where isNeeded(type.type, type.swiftName) {
      let cases = type.cases.map(\.swiftName).filter { !NullableInputs.ownNames.contains($0) }
      if cases.isEmpty { continue }
      openNullable(of: type.swiftName, &alias, in: &text)
      for name in cases.map(SwiftNames.escape) {
        text.property("\(access)static var \(name)", Code("Self"), body: ".value(.\(name))")
      }
      text.close()
    }
    for type in inputObjects where isNeeded(type.type, type.swiftName) {
      if schema[type.type].isOneOf {
        let fields = type.fields.filter { !NullableInputs.ownNames.contains($0.swiftName) }
        if fields.isEmpty { continue }
        openNullable(of: type.swiftName, &alias, in: &text)
        for field in fields {
          let name = SwiftNames.escape(field.swiftName)
          let payload = wrap(self.name(of: program.swiftType(of: field)), field.type.nonNull)
          text.open("\(access)static func \(name)(_ value: \(alias.spell(payload))) -> Self")
          text.line(".value(.\(name)(value))")
          text.close()
        }
        text.close()
      } else if !type.fields.isEmpty {
        openNullable(of: type.swiftName, &alias, in: &text)
        let parameters = parameters(members(of: type)) { alias.spell($0) }
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
    if alias.isUsed {
      text.blankLine()
      text.line("/// `Wrapped`, for extensions of `GraphQLNullable`, where that name has another meaning.")
      text.line("\(access)typealias \(WrappedAlias.name) = Wrapped")
    }
  }

  private func openNullable(of name: String, _ alias: inout WrappedAlias, in text: inout SwiftPrinter) {
    references.noteSignatureWithRuntime()
    text.blankLine()
    text.open("extension \(known.nullable) where Wrapped == \(alias.spell(global(name)))")
  }
}

/// Spells types within an extension of `GraphQLNullable`. There, `Wrapped` is the parameter of `GraphQLNullable`, so a namespace or a type of that name
/// needs another one.
private struct WrappedAlias {
  static let name = "_GraphQLWrapped"
  private(set) var isUsed = false

  mutating func spell(_ type: String) -> String {
    if !type.contains("Wrapped") { return type }
    var result = ""
    var rest = type[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if word == "Wrapped", result.last != "." {
        result += Self.name
        isUsed = true
      } else {
        result += word.isEmpty ? String(first) : String(word)
      }
      rest = rest.dropFirst(max(word.count, 1))
    }
    return result
  }
}
