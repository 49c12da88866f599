import ApusSource
import Testing

@testable import ApusLanguageService

/// Why a name cannot be changed, and which names can.
@Suite(.timeLimit(.minutes(15))) struct RenameTests {
  private func rename(_ text: String, to name: String, _ other: String = "") throws -> String {
    let document = Marked(text, others: other)
    let symbol = try #require(document.symbol)
    do throws(RenameError) {
      let places = try document.analysis.rename(symbol, to: name)
      return document.applying(places.map { ($0, name) })
    } catch {
      return error.message
    }
  }

  @Test(arguments: ["", "1a", "a-b", "a b", "é", "$a", "a\n"])
  func `a name has letters, digits and underscores`(name: String) throws {
    let expected =
      "\"\(name)\" is not a valid name: use letters, digits and underscores, not starting with a digit."
    for text in [
      "query ‸A { node { id } }", "query A($‸i: ID!) { album(id: $i) { id } }", "{ ‸a: node { id } }",
      "{ node { ...F } } fragment ‸F on Node { id }",
    ] {
      #expect(try rename(text, to: name) == expected)
    }
  }

  @Test(arguments: ["_", "a9", "Z_0", "query", "true"])
  func `other names are taken`(name: String) throws {
    #expect(try rename("query ‸A { node { id } }", to: name) == "query \(name) { node { id } }")
    #expect(try rename("{ ‸a: node { id } }", to: name) == "{ \(name): node { id } }")
    #expect(
      try rename("query A($‸i: ID!) { album(id: $i) { id } }", to: name)
        == "query A($\(name): ID!) { album(id: $\(name)) { id } }")
  }

  @Test func `a name that another definition has is refused`() throws {
    let fragment = "{ node { ...F } } fragment ‸F on Node { id }"
    #expect(try rename(fragment, to: "on") == "A fragment cannot be named \"on\".")
    let card = "fragment Card on Node { id } query Home { node { id } }"
    #expect(try rename(fragment, to: "Card", card) == "There is a fragment \"Card\" already.")
    #expect(try rename(fragment, to: "Home", card) == "{ node { ...Home } } fragment Home on Node { id }")
    let operation = "query ‸A { node { id } }"
    #expect(try rename(operation, to: "Home", card) == "There is an operation \"Home\" already.")
    #expect(try rename(operation, to: "Card", card) == "query Card { node { id } }")
    #expect(try rename(operation, to: "on", card) == "query on { node { id } }")
    let variable = "query A($‸i: ID!, $j: ID!) { album(id: $i) { id } b: album(id: $j) { id } }"
    #expect(try rename(variable, to: "j") == "There is a variable \"$j\" already.")
    #expect(try rename(variable, to: "k").hasPrefix("query A($k: ID!, $j: ID!) { album(id: $k)"))
  }

  @Test func `a variable that two operations share through a fragment stays`() throws {
    let fragment = "fragment F on Query { album(id: $id) { id } }"
    #expect(
      try rename("query A($‸id: ID!) { ...F }", to: "key", fragment + " query B($id: ID!) { ...F }")
        == "A fragment that uses the variable is used by the operation \"B\", too.")
    #expect(
      try rename("query A($‸id: ID!) { ...F }", to: "key", fragment + " query ($id: ID!) { ...F }")
        == "A fragment that uses the variable is used by the operation without a name, too.")
    let users = ["A", "B", "C", "D"].map { "query \($0)($id: ID!) { ...F }" }
    let use = "fragment F on Query { album(id: $‸id) { id } }"
    #expect(
      try rename(use, to: "key", users[0...1].joined())
        == "The fragment is used by \"A\" and \"B\". Rename the variable in one of them.")
    #expect(
      try rename(use, to: "key", users.joined())
        == "The fragment is used by \"A\", \"B\", and \"C\". Rename the variable in one of them.")
    #expect(try rename(use, to: "key", users[0]) == "fragment F on Query { album(id: $key) { id } }")
    // Another operation may spread a fragment that does not use the variable.
    let other = "fragment G on Query { node { id } } query B { ...G }"
    #expect(
      try rename("query A($‸id: ID!) { ...F ...G }", to: "key", fragment + other)
        == "query A($key: ID!) { ...F ...G }")
  }

  @Test(arguments: [
    "{ ‸album(id: 1) { id } }", "{ album(‸id: 1) { id } }", "{ album(id: 1, kind: ‸SINGLE) { id } }",
    "{ node { ... on ‸Album { id } } }", "{ node @‸skip(if: true) { id } }",
  ])
  func `a name of the schema stays`(text: String) throws {
    #expect(
      try rename(text, to: "other")
        == "The schema defines this name. Only fragments, operations, variables and aliases can be renamed."
    )
  }
}
