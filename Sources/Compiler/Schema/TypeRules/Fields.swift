import ApusSource
import ApusSyntax

/// Objects and interfaces have fields. Fields have output types and valid arguments.
///
/// https://spec.graphql.org/September2025/#sec-Objects.Type-Validation
extension TypeChecker {
  mutating func checkFields(of type: TypeID) {
    let fields = schema.fields(of: type)
    if fields.isEmpty {
      report(
        .emptyType, "Type \(schema.name(type)) must define one or more fields.", at: parts(of: type))
    }
    for id in fields {
      let field = schema[id]
      concern = .field(id)
      checkReservedNames(field.name, field.node)
      if !isOutput(field.type) { reportFieldType(type, field) }
      checkInputs(schema.arguments(of: id), .field(type, field.name))
    }
    concern = .type(type)
  }

  private func isOutput(_ type: TypeReference) -> Bool {
    if let named = type.named { schema[named].kind != .inputObject } else { false }
  }

  private mutating func reportFieldType(_ type: TypeID, _ field: FieldDefinition) {
    guard let node = tree.type(field.node) else { return }
    if field.type.named == nil { return checkListDepth(node) }
    report(
      .notAnOutputType,
      "The type of \(schema.name(type)).\(text(field.name)) must be Output Type"
        + " but got: \(schema.description(field.type)).",
      at: [node])
  }

  /// A type without a number is either unknown, which an SDL rule reports, or nests lists too deep.
  mutating func checkListDepth(_ node: NodeID) {
    var named = node
    while nodes[named].kind == .listType { named += 1 }
    if schema.type(named: nodes[named].name) == nil { return }
    report(
      .listsTooDeep,
      "Lists can be nested \(TypeReference.maximumListDepth) deep; this type nests \(named - node).",
      at: [node])
  }
}

extension DiagnosticCode {
  package static let emptyType = DiagnosticCode(
    "empty-type",
    title: "A type without members",
    explanation: """
      Objects, interfaces and input objects have at least one field, enums at least one value, unions at least one
      member. Extensions count.
      """,
    example: "type Album",
    fix: "Give it a member, `type Album { title: String }`, or remove the type.")

  package static let notAnOutputType = DiagnosticCode(
    "not-an-output-type",
    title: "A field with an input type",
    explanation: "Input objects are for arguments and variables; a field cannot return one.",
    example: "input AlbumInput { title: String }\ntype Query { album: AlbumInput }",
    fix: "Define an object type with the same fields for the result.")

  package static let listsTooDeep = DiagnosticCode(
    "lists-too-deep",
    title: "Too many nested lists",
    explanation: "Apus supports up to 26 nested lists.",
    example: "type Query { cube: [[[Int]]] }  # and so on, 27 brackets",
    fix: "Nest fewer lists.")
}
