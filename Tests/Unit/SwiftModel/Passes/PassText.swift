import ApusSchema
import ApusSentText
import ApusSyntax

@testable import ApusShapes
@testable import ApusSwiftModel

/// A pass whose value is recorded as text: a folder of `Fixtures`.
enum PassText: String, CaseIterable {
  case sent, collected, cases, shapes, agreement, declarations, conformances

  func text(_ run: PassRun) -> String {
    let lines =
      switch self {
      case .sent: run.program.operations.map(\.document)
      case .collected: run.places.flatMap { PassText.collected($0, run) }
      case .cases: run.places.flatMap { PassText.cases($0, run) }
      case .shapes: ShapeText(run) { PassText.properties($0.fragmentFields, run) }.lines
      case .agreement: ShapeText(run) { PassText.agreement($0, run) }.lines
      case .declarations: PassText.declarations(run)
      case .conformances: PassText.conformances(run)
      }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func name(_ field: NodeID, _ run: PassRun) -> String {
    run.tree.names.string(run.tree.responseKey(field))
      + (run.tree.has(NodeFlag.added, field) ? ", added" : "")
  }

  private static func collected(_ place: (name: String, set: NodeID), _ run: PassRun) -> [String] {
    let fields = run.collected(place.set)
    var lines = ["\(place.name): \(run.schema.name(run.documents.parentType(place.set)))"]
    for occurrence in fields.occurrences {
      let applies = run.guards.and(fields.sets[occurrence.set].applies, occurrence.condition)
      lines.append("  " + name(occurrence.node, run) + run.when(applies))
    }
    for spread in fields.spreads {
      let own = spread.certain == spread.applies ? "" : "; its fields" + run.when(spread.certain)
      lines.append("  ...\(run.tree.name(spread.fragment))" + run.when(spread.applies) + own)
    }
    for fragment in fields.separateFragments {
      let arrival = "\(fragment.kind)"
      lines.append("  \(arrival) fragment" + run.when(fragment.applies))
    }
    for set in fields.sets where set.hasMarker {
      let type = run.documents.parentType(set.selectionSet)
      lines.append("  marker of \(run.schema.name(type))" + run.when(set.applies))
    }
    return lines
  }

  private static func cases(_ place: (name: String, set: NodeID), _ run: PassRun) -> [String] {
    let fields = run.collected(place.set)
    let groups = TypeCases(fields).groups
    if groups.count < 2 { return [] }
    return ["\(place.name): \(run.schema.name(run.documents.parentType(place.set)))"]
      + groups.map { group in
        let conditions = run.names(group.conditions, group.isAlternative ? " or " : " and ")
        var line = "  " + (conditions.isEmpty ? "else" : conditions) + ": " + run.names(group.types)
        let ways = group.markers.map { run.names($0, " and ") }.joined(separator: " or ")
        if group.acceptsUnknown { line += "; later types" + (ways.isEmpty ? "" : " with " + ways) }
        let selected = group.applied.flatMap { applied in
          fields.sets[applied.set].occurrences.map { index in
            let occurrence = fields.occurrences[index]
            return name(occurrence.node, run)
              + run.when(run.guards.and(applied.condition, occurrence.condition))
          }
        }
        return line + " { " + selected.joined(separator: "; ") + " }"
      }
  }

  /// The fragments that a shape's type conforms to, and those that it has as properties.
  private static func agreement(_ shape: Shape, _ run: PassRun) -> String {
    let conforms = run.conformances.fragments(of: shape).map(run.tree.name)
    return (conforms.isEmpty ? "" : ", conforms to " + conforms.joined(separator: " and "))
      + properties(run.conformances.properties(of: shape), run)
  }

  private static func properties(_ properties: [FragmentField], _ run: PassRun) -> String {
    let names = properties.map { run.tree.name($0.fragment) + run.when($0.condition) }
    return names.isEmpty ? "" : ", has " + names.joined(separator: " and ")
  }

  private static func declarations(_ run: PassRun) -> [String] {
    ShapePrinter.text(run.program).split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("  sent ")
    }
  }

  private static func conformances(_ run: PassRun) -> [String] {
    let roots = run.program.operations.map(\.data) + run.program.fragments.map(\.data)
    return roots.flatMap { member -> [String] in
      guard case .type(let type) = member else { return ["\(member.name) = \(member.type.path)"] }
      return conformances(of: type, run.program.conformances)
    }
  }

  private static func conformances(of type: ResponseType, _ found: TypeConformances) -> [String] {
    var lines: [String] = []
    for conformance in found[type] {
      lines.append("\(type.path): \(conformance.fragment.name)")
      for answer in conformance.cases {
        let outer = answer.outer.isEmpty ? "" : answer.outer.joined(separator: ".") + " "
        lines.append("  \(outer)is \(answer.inner ?? "other")")
      }
    }
    for union in type.declaredUnions {
      lines += found[union].map { "\(union.path): \($0.fragment.name)" }
    }
    for member in type.members {
      if case .type(let inner) = member { lines += conformances(of: inner, found) }
    }
    return lines
  }
}

/// The shapes of all definitions, a line for each place. A shape that is met again is shown by its number alone.
struct ShapeText {
  private(set) var lines: [String] = []
  private let run: PassRun
  private let detail: (Shape) -> String
  private var numbers: [ShapeID: Int] = [:]

  init(_ run: PassRun, detail: @escaping (Shape) -> String) {
    self.run = run
    self.detail = detail
    for definition in run.tree.definitions {
      guard let shape = run.shapes.ofDefinitions[definition] else { continue }
      write(run.tree.name(definition), shape, 0)
    }
  }

  private mutating func write(_ title: String, _ shape: Shape, _ depth: Int) {
    let start = String(repeating: "  ", count: depth) + title
    if let number = numbers[shape.id] {
      lines.append("\(start): #\(number)")
      return
    }
    let number = numbers.count + 1
    numbers[shape.id] = number
    lines.append("\(start): #\(number)" + detail(shape))
    for value in shape.cases {
      let conditions = run.names(value.conditions, value.isAlternative ? " or " : " and ")
      write(conditions.isEmpty ? "else" : "on " + conditions, value.shape, depth + 1)
    }
    if shape.isEnumeration { return }
    for field in shape.fields {
      let title = run.tree.names.string(field.key) + run.when(field.condition)
      if let inner = field.shape {
        write(title, inner, depth + 1)
      } else {
        lines.append(String(repeating: "  ", count: depth + 1) + title)
      }
    }
  }
}
