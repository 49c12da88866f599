import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// Generates the checks for fields and fragments that are not in every response, because variables or the object's type decide.
extension Translator {
  /// The check for a conditional field: `r.has("title", if: r.isTrue("x"))`.
  ///
  /// - Parameter type: the type that has the field.
  func presence(of field: Field, _ key: String, in type: ResponseType) -> Code {
    let condition = text(of: field.condition, in: type)
    return .call("r.has", [Code(literal(key)), Code("if: " + condition)])
  }

  /// The type of a fragment's property: `AlbumCardData`, `AlbumCardData?` or `GraphQLDeferred<AlbumCardData>`.
  ///
  /// - Parameter type: the type that declares the property, where a nested type can be named without its path; nil elsewhere.
  func typeName(of fragment: FragmentProperty, in type: ResponseType? = nil) -> String {
    let member = type?.members.first { $0.type.path == fragment.typeName }
    var name = member?.name ?? global(fragment.typeName)
    if fragment.isDeferred { name = "\(ofRuntime(known.deferred))<\(name)>" }
    return name + (fragment.isOptional ? "?" : "")
  }

  /// The default argument for a fragment's property in an initializer, with ` = `; empty if there is none.
  func defaultValue(of fragment: FragmentProperty) -> String {
    if fragment.isOptional { return " = nil" }
    return fragment.isDeferred ? " = .pending" : ""
  }

  /// The code that reads a fragment's property: `r.fragmentOrNil("...AlbumCard", if: r.isTrue("x"))`, or `r.deferred("...AlbumCard")`.
  ///
  /// - Parameter type: the type that has the property.
  func reading(of fragment: FragmentProperty, in type: ResponseType) -> Code {
    let method = fragment.isDeferred ? "r.deferred" : "r.fragment"
    let key = Code(literal(fragment.key))
    guard fragment.isOptional else { return .call(method, [key]) }
    return .call(method + "OrNil", [key, Code("if: " + text(of: fragment.field.condition, in: type))])
  }

  /// Generates the line that writes a fragment's property: `w.selection("...AlbumCard", albumCard)`.
  func write(_ fragment: FragmentProperty, in text: inout SwiftPrinter) {
    let escaped = SwiftNames.escape(fragment.swiftName)
    let name = Translator.isHidden(fragment.swiftName) ? "self." + escaped : escaped
    text.line(
      .call(fragment.isDeferred ? "w.deferred" : "w.selection", [Code(literal(fragment.key)), Code(name)]))
  }

  /// A guard as a Swift expression: `r.isTrue("x") && r.isFalse("y") || r.isTrue("z")`.
  private func text(of condition: Guard, in type: ResponseType) -> String {
    program.guards.alternatives(condition).map { literals in
      // Check variables first, because that is cheaper than looking for an object's type.
      let asked = literals.filter(\.isOfVariable) + literals.filter { !$0.isOfVariable }
      return asked.map { text($0, in: type) }.joined(separator: " && ")
    }.joined(separator: " || ")
  }

  /// The value that a spread passes to a fragment's variable: `r.isTrue("x")`, or a literal.
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
        // For a type known today, its name decides. A type that the schema gains later has the marker instead.
        let marker = literal(program.markers.type(type))
        if known.isEmpty { return "\(isNot)r.has(\(marker))" }
        arguments.append("or: " + marker)
      }
      if let typenameKey { arguments.append("typename: " + literal(typenameKey)) }
      return "\(isNot)r.isOf(\(arguments.joined(separator: ", ")))"
    }
  }
}
