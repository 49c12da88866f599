import Apus
import TestSupport

/// A random operation with the values of its variables.
struct RandomOperation {
  let text: String
  let variables: [String: GraphQLValue]

  private struct Fragment {
    var name: String
    var type: String
    var body: String
  }

  private struct Variable {
    var type: String
    var initial: String
    var value: GraphQLValue?
  }

  /// - Parameter root: the fields of the root to choose one from; nil for three of all.
  init(_ world: World, _ random: inout SeededRandom, root: [String]? = nil) {
    var maker = Maker(world: world, random: random, root: root)
    let body = maker.set("Query", 5)
    let definitions = maker.variables.sorted { $0.key < $1.key }.map {
      "$\($0.key): \($0.value.type)\($0.value.initial)"
    }
    var fragments: [Fragment] = []
    var pending = [body]
    while let next = pending.popLast() {
      for fragment in maker.fragments
      where Self.mentions(next, fragment.name) && !fragments.contains(where: { $0.name == fragment.name }) {
        fragments.append(fragment)
        pending.append(fragment.body)
      }
    }
    let all = body + fragments.map(\.body).joined()
    let used = definitions.filter { definition in
      let name = definition.prefix { $0 != ":" }
      return all.contains("\(name))") || all.contains("\(name) ") || all.contains("\(name),")
    }
    text =
      "query Q" + (used.isEmpty ? "" : "(\(used.joined(separator: ", ")))") + body
      + fragments.map { "\nfragment \($0.name) on \($0.type) \($0.body)" }.joined()
    variables = maker.variables.compactMapValues(\.value)
    random = maker.random
  }

  private static func mentions(_ text: String, _ fragment: String) -> Bool {
    text.contains("...\(fragment) ")
  }

  private struct Maker {
    let world: World
    var random: SeededRandom
    var root: [String]?
    var fragments: [Fragment] = []
    var variables: [String: Variable] = [:]

    private static let arguments: [String: [(name: String, type: String)]] = [
      "node": [("id", "ID!")], "nodes": [("first", "Int"), ("tag", "String")],
      "animals": [("filter", "Filter")],
      "search": [("term", "String!")], "owner": [("kind", "Kind")], "friends": [("first", "Int")],
      "pets": [("first", "Int")], "meters": [("digits", "Int")], "tags": [("of", "[Kind!]")],
      "person": [("id", "ID!")], "people": [("ids", "[ID!]!")], "hive": [("at", "Place!")],
    ]

    mutating func value(_ type: String) -> GraphQLValue {
      switch type {
      case "Int": .number(GraphQLNumber(1 + random.below(2)))
      case "ID!": .string(random.pick(["1", "2", "3"]))
      case "[ID!]!": random.pick([["0", "2"], ["1"], ["2", "1", "0"], []])
      case "Place!":
        random.pick([
          ["place": "0", "number": 0], ["place": "1", "number": 1], ["place": "1", "number": 2],
        ])
      case "Kind": .string(random.pick(["WILD", "TAME"]))
      case "Filter": random.pick([["kind": "WILD", "limit": 2], ["names": ["a", "b\"c"]], [:]])
      case "[Kind!]": random.pick([["WILD"], ["TAME", "WILD"], []])
      default: .string(random.pick(["x", "y\"z", "é"]))
      }
    }

    private func literal(_ value: GraphQLValue, _ type: String) -> String {
      switch value {
      case .object(let members):
        "{"
          + members.sorted { $0.key > $1.key }.map {
            "\($0.key): \(literal($0.value, $0.key == "kind" ? "Kind" : ""))"
          }
          .joined(separator: ", ") + "}"
      case .list(let elements): "[" + elements.map { literal($0, type) }.joined(separator: ", ") + "]"
      case .string(let text) where type.contains("Kind"): text
      default: value.description
      }
    }

    mutating func arguments(_ field: String) -> String {
      var parts: [String] = []
      for argument in Maker.arguments[field] ?? [] {
        let isRequired = argument.type.hasSuffix("!")
        if !isRequired, random.chance(50) { continue }
        let value = value(argument.type)
        guard random.chance(40) else {
          parts.append("\(argument.name): \(literal(value, argument.type))")
          continue
        }
        let name = "v\(variables.count)"
        let isGiven = isRequired || random.chance(70)
        let initial =
          !isRequired && random.chance(30) ? " = \(literal(self.value(argument.type), argument.type))" : ""
        variables[name] = Variable(type: argument.type, initial: initial, value: isGiven ? value : nil)
        parts.append("\(argument.name): $\(name)")
      }
      return parts.isEmpty ? "" : "(\(parts.shuffled(using: &random).joined(separator: ", ")))"
    }

    mutating func condition() -> String {
      if random.chance(80) { return " " }
      let name = "c\(random.below(3))"
      if variables[name] == nil {
        variables[name] = Variable(type: "Boolean!", initial: "", value: .bool(random.chance(50)))
      }
      return " @\(random.pick(["include", "skip"]))(if: $\(name)) "
    }

    private static let composites = [
      "Node", "Animal", "Pet", "Cat", "Dog", "Croc", "Hive", "Home", "House", "Cave", "Room", "Door", "Tooth",
      "Height", "Person", "Address", "Geo", "Label", "Result",
    ]

    private func overlapping(_ type: String) -> [String] {
      let own = Set(world.possibleTypes(type))
      return Maker.composites.filter { !own.isDisjoint(with: world.possibleTypes($0)) }
    }

    private func fields(_ type: String) -> [String] {
      type == "Query" ? root ?? world.fieldNames(type) : world.fieldNames(type)
    }

    mutating func set(_ type: String, _ depth: Int) -> String {
      var parts: [String] = []
      let isRoot = type == "Query"
      for _ in 0..<(isRoot ? (root == nil ? 3 : 1) : 1 + random.below(4)) {
        let dice = random.below(100)
        if dice < 25, depth > 0, !isRoot {
          let condition = random.pick(overlapping(type))
          parts.append("... on \(condition)\(self.condition())\(set(condition, depth - 1))")
        } else if dice < 40, depth > 0, !isRoot {
          let names = overlapping(type)
          let usable = fragments.filter { names.contains($0.type) }
          if usable.isEmpty || random.chance(50) {
            let condition = random.pick(names)
            let body = set(condition, depth - 1)
            fragments.append(Fragment(name: "F\(fragments.count)", type: condition, body: body))
            parts.append("...F\(fragments.count - 1)\(self.condition())")
          } else {
            parts.append("...\(random.pick(usable).name)\(condition())")
          }
        } else if let field = fields(type).isEmpty ? nil : random.pick(fields(type)) {
          let alias = random.chance(20) ? "k\(random.below(3)): " : random.chance(2) ? "id: " : ""
          let inner = world.type(of: field, in: type).filter { !"[]!".contains($0) }
          if world.isComposite(inner) {
            if depth == 0 { continue }
            parts.append("\(alias)\(field)\(arguments(field))\(condition())\(set(inner, depth - 1))")
          } else {
            parts.append("\(alias)\(field)\(arguments(field))\(condition())")
          }
        }
      }
      if parts.isEmpty { parts.append("__typename ") }
      return "{ \(parts.joined(separator: " ")) }"
    }
  }
}
