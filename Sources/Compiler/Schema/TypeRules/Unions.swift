import ApusSource
import ApusSyntax

/// Union members are distinct object types.
///
/// https://spec.graphql.org/September2025/#sec-Unions.Type-Validation
extension TypeChecker {
  mutating func checkUnions(of type: TypeID) {
    let members = parts(of: type).flatMap { tree.children($0, .namedType) }
    if members.isEmpty {
      report(
        .emptyType, "Union type \(schema.name(type)) must define one or more member types.",
        at: parts(of: type))
    }
    var seen: Set<TypeID> = []
    let known = diagnostics.count
    for member in related(type) {
      if diagnostics.count - known == TypeChecker.maximumListCount { return }
      let name = schema[member].name
      if schema[member].kind != .object {
        report(
          .unionMember,
          "Union type \(schema.name(type)) can only include Object types, it cannot include \(text(name)).",
          at: references(from: type, to: name))
      } else if !seen.insert(member).inserted {
        report(
          .unionMember, "Union type \(schema.name(type)) can only include type \(text(name)) once.",
          at: references(from: type, to: name))
      }
    }
  }
}

extension DiagnosticCode {
  package static let unionMember = DiagnosticCode(
    "union-member",
    title: "A type that cannot be a member of a union",
    explanation: "A union lists object types, each only once, and no interfaces or scalars.",
    example: "union SearchResult = Album | Artist | Album",
    fix: "Remove the repeated member; list an interface's object types instead of the interface.")
}
