/// A schema and a document whose size goes with a number, made to find what grows faster than it.
struct GrowthCase: Sendable {
  let name: String
  /// The size that the first run has; the others have twice and four times as much.
  let size: Int
  /// Whether the compiler has to refuse the document, in a time that does not depend on its size.
  var isRejected = false
  let make: @Sendable (Int) -> (schema: String, document: String)

  static let all = [
    fragments, conditions, interfaces, fields, nesting, spreads, meeting, diamonds, choices, choicesSpread,
    multiplication,
  ]

  /// Fragments that each spread the previous one twice: walked path by path there are 2ⁿ.
  private static let fragments = GrowthCase(name: "fragments spread twice", size: 20) { count in
    var document = "query Home { node { ...F\(count) } }\nfragment F0 on Node { id }\n"
    for index in 1...count {
      document +=
        "fragment F\(index) on Node { left { ...F\(index - 1) } right { ...F\(index - 1) } }\n"
    }
    return ("type Query { node: Node } type Node { id: ID! left: Node right: Node }", document)
  }

  /// A union with conditions on a quarter of its members.
  private static let conditions = GrowthCase(name: "union and conditions", size: 100) { count in
    let types = (0..<count).map { "type T\($0) { a: Int b\($0): String }\n" }.joined()
    let union = "union Any = " + (0..<count).map { "T\($0)" }.joined(separator: " | ")
    let conditions = (0..<count / 4).map { "... on T\($0) { a b\($0) }" }.joined(separator: "\n")
    return ("type Query { all: [Any] }\n\(union)\n\(types)", "query Home { all { \(conditions) } }")
  }

  /// Interfaces of which each type has two, every pair another.
  private static let interfaces = GrowthCase(name: "overlapping interfaces", size: 10) { count in
    var schema = "type Query { all: [Top] }\ninterface Top { id: ID! }\n"
    for index in 0..<count { schema += "interface I\(index) { f\(index): Int }\n" }
    for index in 0..<count {
      let next = (index + 1) % count
      schema +=
        "type T\(index) implements Top & I\(index) & I\(next) { id: ID! f\(index): Int f\(next): Int }\n"
    }
    let conditions = (0..<count).map { "... on I\($0) { f\($0) }" }.joined(separator: "\n")
    return (schema, "query Home { all { \(conditions) } }")
  }

  private static let fields = GrowthCase(name: "fields of one object", size: 750) { count in
    let names = (0..<count).map { "field\($0)" }
    let schema = "type Query { one: One }\ntype One { \(names.map { "\($0): Int\n" }.joined()) }"
    return (schema, "query Home { one { ...All } }\nfragment All on One { \(names.joined(separator: "\n")) }")
  }

  private static let nesting = GrowthCase(name: "nesting", size: 45) { count in
    let open = (0..<count).map { "f\($0): next {\n" }.joined()
    let document = "query Home { \(open) id \(String(repeating: "}", count: count)) }"
    return ("type Query { id: ID next: Query }", document)
  }

  /// One fragment that every operation spreads.
  private static let spreads = GrowthCase(name: "operations with one fragment", size: 125) { count in
    let operations = (0..<count).map {
      "query Q\($0) { one { id ...Card } again\($0): one { name ...Card } }\n"
    }
    return (
      "type Query { one: One } type One { id: ID! name: String }",
      operations.joined() + "fragment Card on One { name }"
    )
  }

  /// Fragments of which at each level another set meets: there are 2ⁿ of them.
  private static let multiplication = GrowthCase(name: "fragments that multiply", size: 16, isRejected: true)
  {
    count in
    let fields = { (state: Int) in (0..<10).map { "f\(state)_\($0): id" }.joined(separator: " ") }
    var document = "query Home { node { ...F0_0 } }\n"
    for level in 0..<count {
      for state in 0...level {
        let next = state == 0 ? "...F\(level + 1)_0" : "...F\(level + 1)_\(state + 1)"
        let both = state == 0 ? "...F\(level + 1)_0 ...F\(level + 1)_1" : next
        document +=
          "fragment F\(level)_\(state) on Node { \(fields(state)) ... on A { next { \(both) } } "
          + "... on B { next { \(next) } } }\n"
      }
    }
    for state in 0...count { document += "fragment F\(count)_\(state) on Node { \(fields(state)) }\n" }
    let members = "{ id: ID next: Node }"
    return (
      "type Query { node: Node } interface Node \(members) type A implements Node \(members) "
        + "type B implements Node \(members)", document
    )
  }

  // MARK: - Protocols

  /// Fragments that meet on one field, each with a protocol for it: the field's type conforms to all.
  private static let meeting = GrowthCase(name: "fragments on one field", size: 12) { count in
    let names = (0..<count).map { "field\($0)" }
    let fragments = names.map { "fragment On\($0) on One { other { \($0) } }\n" }
    return (
      "type Query { one: One } type One { other: Other } type Other { \(names.map { "\($0): Int " }.joined()) }",
      "query Home { one { \(names.map { "...On\($0) " }.joined()) } }\n" + fragments.joined()
    )
  }

  /// Fragments that each spread both of the level below: by the ways that lead there, one inherits another 2ⁿ times.
  private static let diamonds = GrowthCase(name: "fragments that inherit by two ways", size: 25) { count in
    var document = "query Home { one { ...Left\(count) } }\n"
    for index in 0...count {
      let below = index == 0 ? "" : "...Left\(index - 1) ...Right\(index - 1)"
      document += "fragment Left\(index) on One { \(below) id other { id } }\n"
      document += "fragment Right\(index) on One { \(below) id other { name } }\n"
    }
    return ("type Query { one: One } type One { id: ID! name: String other: One }", document)
  }

  /// A fragment with many type conditions, and an enumeration that includes it and has cases of its own.
  private static let choices = GrowthCase(name: "fragment with type conditions", size: 25) { count in
    let types = (0..<count).map { "type T\($0) { a\($0): Int b\($0): Int }\n" }.joined()
    let union = "union Any = " + (0..<count).map { "T\($0)" }.joined(separator: " | ")
    func conditions(_ field: String) -> String {
      (0..<count).map { "... on T\($0) { \(field)\($0) }" }.joined(separator: "\n")
    }
    return (
      "type Query { all: [Any] }\n\(union)\n\(types)",
      "query Home { all { ...Row \(conditions("b")) } }\nfragment Row on Any { \(conditions("a")) }"
    )
  }

  /// A fragment with type conditions that other fragments spread, which many operations spread.
  private static let choicesSpread = GrowthCase(name: "operations with type conditions", size: 50) { count in
    let schema = """
      type Query { node: Node } interface Node { id: ID! name: String next: Node }
      type A implements Node { id: ID! name: String next: Node a: Int }
      type B implements Node { id: ID! name: String next: Node b: Int }
      """
    let operations = (0..<count).map { "query Q\($0) { node { ...Wide next { id ...Card } } }\n" }
    let fragments = """
      fragment Card on Node { id ... on A { a next { ... on B { b } } } ... on B { b } }
      fragment Wide on Node { ...Card name ... on A { name } }
      """
    return (schema, operations.joined() + fragments)
  }
}
