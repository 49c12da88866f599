import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Conditional parts of an object: how generated code checks for them.
extension Translator {
  /// `r.has("title", if: r.isTrue("x"))`
  ///
  /// - Parameter type: the type that has the field.
  func presence(of field: Field, _ key: String, in type: ResponseType) -> Code {
    let condition = text(of: field.condition, in: type)
    return .call("r.has", [Code(literal(key)), Code("if: " + condition)])
  }

  /// The type of a fragment's property.
  ///
  /// - Parameter type: the type that declares the property; nil elsewhere.
  func typeName(of fragment: FragmentProperty, in type: ResponseType? = nil) -> String {
    let member = type?.members.first { $0.type.path == fragment.typeName }
    var name = member?.name ?? global(fragment.typeName)
    if fragment.isDeferred { name = "\(ofRuntime(known.deferred))<\(name)>" }
    return name + (fragment.isOptional ? "?" : "")
  }

  /// The default argument for a fragment in an initializer.
  func defaultValue(of fragment: FragmentProperty) -> String {
    if fragment.isOptional { return " = nil" }
    return fragment.isDeferred ? " = .pending" : ""
  }

  /// `r.fragmentOrNil("...AlbumCard", if: r.isTrue("x"))`, or `r.deferred("...AlbumCard")`
  ///
  /// - Parameter type: the type that has the property.
  func reading(of fragment: FragmentProperty, in type: ResponseType) -> Code {
    let method = fragment.isDeferred ? "r.deferred" : "r.fragment"
    let key = Code(literal(fragment.key))
    guard fragment.isOptional else { return .call(method, [key]) }
    return .call(method + "OrNil", [key, Code("if: " + text(of: fragment.field.condition, in: type))])
  }

  /// Writes the member that records a fragment's state.
  func write(_ fragment: FragmentProperty, in text: inout SwiftPrinter) {
    let escaped = SwiftNames.escape(fragment.swiftName)
    let name = Translator.isHidden(fragment.swiftName) ? "self." + escaped : escaped
    text.line(
      .call(fragment.isDeferred ? "w.deferred" : "w.selection", [Code(literal(fragment.key)), Code(name)]))
  }

  /// `r.isTrue("x") && r.isFalse("y") || r.isTrue("z")`
  private func text(of condition: Guard, in type: ResponseType) -> String {
    program.guards.alternatives(condition).map { literals in
      // Check variables first, because that is cheaper.
      let asked = literals.filter(\.isOfVariable) + literals.filter { !$0.isOfVariable }
      return asked.map { text($0, in: type) }.joined(separator: " && ")
    }.joined(separator: " || ")
  }

  /// `r.isTrue("x")`
  func text(of value: PassedCondition.Value) -> String {
    switch value {
    case .literal(let value): "\(value)"
    case .variable(let name): "r.isTrue(\(literal(tree.names.string(name))))"
    }
  }

  private func text(_ asked: GuardLiteral, in declared: ResponseType) -> String {
    switch asked.atom {
    case .variable(let name):
      return "r.\(asked.isTrue ? "isTrue" : "isFalse")(\(literal(tree.names.string(name))))"
    case .type(let type):
      let isNot = asked.isTrue ? "" : "!"
      var known = schema.objectTypes(of: type)
      let hasMarker = schema[type].isAbstract
      if hasMarker, !declared.objectTypes.isEmpty { known = known.filter(declared.objectTypes.contains) }
      var arguments = known.map { literal(schema.name($0)) }
      if hasMarker {
        // The name decides if it is known. A type that the schema gains later has a marker instead.
        let marker = literal(program.markers.type(type))
        if known.isEmpty { return "\(isNot)r.has(\(marker))" }
        arguments.append("or: " + marker)
      }
      if let typenameKey { arguments.append("typename: " + literal(typenameKey)) }
      return "\(isNot)r.isOf(\(arguments.joined(separator: ", ")))"
    }
  }
}
