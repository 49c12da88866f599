import ApusShapes
import ApusSwiftModel
import ApusSchema
import ApusSyntax

/// A program's types as text, one line a place: `card: CardData? when $x`. What documents come to,
/// before it is a thousand lines of Swift.
package struct ShapePrinter {
  private let program: Program
  private var text = ""
  /// Whether to print the markers that a type encodes.
  private var showsMarkers = false

  /// The types of all definitions in source order, each with the protocols that it conforms to.
  package static func text(_ program: Program) -> String {
    var printer = ShapePrinter(program: program)
    for operation in program.operations {
      printer.line(0, "\(operation.kind.keyword) \(operation.swiftName)")
      printer.line(1, "sent \(operation.document)")
      printer.write(operation.data, 1)
    }
    for fragment in program.fragments { printer.write(fragment) }
    return printer.text
  }

  /// The types of one fragment, with the markers that they write, and its protocols.
  package static func text(of fragment: Fragment, in program: Program) -> String {
    var printer = ShapePrinter(program: program)
    printer.showsMarkers = true
    printer.write(fragment)
    for value in [fragment.ownProtocol].compactMap(\.self) + fragment.nestedProtocols { printer.write(value) }
    return printer.text
  }

  private init(program: Program) { self.program = program }

  private mutating func line(_ depth: Int, _ content: String) {
    text += String(repeating: "  ", count: depth) + content + "\n"
  }

  private mutating func write(_ fragment: Fragment) {
    line(0, "fragment \(fragment.name)")
    write(fragment.data, 1)
  }

  private mutating func write(_ value: FragmentProtocol) {
    let parents = value.parents.map(\.name).joined(separator: ", ")
    line(1, "protocol " + value.name + (parents.isEmpty ? "" : ": " + parents))
    for requirement in value.requirements {
      let bound = requirement.bound.map { ": \(requirement.associatedType ?? "") \($0.name)" }
      line(2, requirement.property.swiftName + (bound ?? ""))
    }
    for refined in value.refinements {
      let key = program.tree.names.string(refined.property.field.key)
      line(2, "refines \(key): \(refined.bound?.name ?? "")")
    }
    for fragment in value.fragmentProperties { line(2, "\(fragment.swiftName): \(fragment.typeName)") }
    for one in value.choice?.cases ?? [] { line(2, "case \(one.swiftName): \(one.bound.name)") }
  }

  private mutating func write(_ member: DeclaredName, _ depth: Int) {
    switch member {
    case .alias(let name, let target): line(depth, "\(name) = \(target.path)")
    case .type(let type):
      let protocols = program.conformances[type].map(\.fragment.name).joined(separator: ", ")
      line(depth, type.name + (protocols.isEmpty ? "" : ": " + protocols))
      if type.cases.isEmpty { writeProperties(of: type, depth + 1) } else { writeCases(of: type, depth + 1) }
      for inner in type.members { write(inner, depth + 1) }
    }
  }

  private mutating func writeProperties(of type: ResponseType, _ depth: Int) {
    for property in type.properties {
      let field = property.field
      var content = property.swiftName + ": "
      content += property.typeName.map { "\($0) " } ?? ""
      content += program.schema.description(field.type)
      if field.binding != 0 {
        content += " as " + program.swiftTypes.fieldBindings.bindings[field.binding].type
      }
      line(depth, content + condition(field.condition) + text(of: field.nulls) + text(of: field.passed))
    }
    for fragment in type.fragmentProperties {
      let condition = fragment.isOptional ? "?" + condition(fragment.field.condition) : ""
      let arrival = fragment.isDeferred ? " deferred" : ""
      line(depth, "\(fragment.swiftName): \(fragment.typeName)" + condition + arrival)
    }
    if !showsMarkers { return }
    for marker in type.shape?.markers ?? [] { line(depth, program.markers.type(marker)) }
  }

  private mutating func writeCases(of type: ResponseType, _ depth: Int) {
    for value in type.cases {
      var content = "case \(value.swiftName): "
      content += value.types.map { program.schema.name($0) }.joined(separator: ", ")
      let markers = value.markers.map { chain in
        chain.map(program.markers.type).joined(separator: " and ")
      }
      if value.acceptsUnknown, !markers.isEmpty {
        content += "; later " + markers.joined(separator: " or ")
      }
      line(depth, content)
    }
  }

  private func text(of nulls: NullRules) -> String {
    var text = nulls.isResult ? " or errors" : ""
    if nulls.has(.isPromised) { text += ", null for errors alone" }
    let levels = (0..<32).filter { nulls[$0].contains(.throwsErrors) }.map { "\($0)" }
    if !levels.isEmpty { text += ", throws errors at " + levels.joined(separator: " and ") }
    let caught = (0..<32).filter { nulls[$0].contains(.catchesErrors) }.map { "\($0)" }
    if !caught.isEmpty { text += ", catches errors at " + caught.joined(separator: " and ") }
    switch nulls.required {
    case .throw: text += ", required"
    case .parent: text += ", required by its parent"
    case nil: break
    }
    if let level = (0..<32).first(where: { nulls[$0].contains(.isNilWithin) }) {
      text += ", nil at \(level) for what is required within"
    }
    return text
  }

  private func text(of passed: [PassedCondition]) -> String {
    if passed.isEmpty { return "" }
    let names = program.tree.names
    return ", with "
      + passed.map { passed in
        switch passed.value {
        case .literal(let value): "$\(names.string(passed.name)) = \(value)"
        case .variable(let name): "$\(names.string(passed.name)) = $\(names.string(name))"
        }
      }.joined(separator: " and ")
  }

  private func condition(_ condition: Guard) -> String {
    condition == .always
      ? "" : " when " + program.guards.text(of: condition, program.tree.names, program.schema)
  }
}
