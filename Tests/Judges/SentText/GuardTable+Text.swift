import ApusShapes
import ApusSchema
import ApusSyntax

extension GuardTable {
  /// A guard in words, for tests: `$x and on Cat or not $y`.
  package func text(of guard: Guard, _ names: NameTable, _ schema: Schema) -> String {
    alternatives(`guard`).map { literals in
      literals.map { literal in
        let name =
          switch literal.atom {
          case .variable(let name): "$" + names.string(name)
          case .type(let type): "on " + schema.name(type)
          }
        return (literal.isTrue ? "" : "not ") + name
      }.sorted().joined(separator: " and ")
    }.sorted().joined(separator: " or ")
  }
}
