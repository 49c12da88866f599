import ApusSource
import ApusSwiftModel
import ApusSentText
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// Documents with fragment arguments are the same, in what is sent and in types, as documents without them in which each use is written out.
@Suite(.timeLimit(.minutes(15))) struct FragmentArgumentsTests {
  private static let schema = """
    type Query { album(id: ID): Album albums: [Album!]! node: Node }
    interface Node { id: ID! }
    type Album implements Node {
      id: ID! title: String cover(size: Int = 50, filter: Filter, kinds: [Kind!], text: String): Image artist: Artist
      related(first: Int): [Album!]! pair(r: R): Int
    }
    type Image { url: String! }
    type Artist implements Node { id: ID! name: String! albums(first: Int!): [Album!]! }
    input Filter { year: Int kinds: [Kind!] text: String }
    enum Kind { A B }
    input R { a: R b: R }
    directive @tag(name: String) on FIELD
    directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT

    """

  private struct Compiled {
    var sent: [String] = []
    var types = ""
    var messages: [String] = []
  }

  private func compile(
    _ document: String, isAllowed: Bool = true, change: (inout Configuration) -> Void = { _ in }
  ) throws -> Compiled {
    let folder = try TemporaryFolder(["s.graphqls": Self.schema, "A.graphql": document])
    var configuration = Configuration()
    configuration.validation.allowsFragmentArguments = isAllowed
    change(&configuration)
    let lowered = Pipeline.lower(
      Inputs(
        schemas: [folder["s.graphqls"]], documents: [Document(path: folder["A.graphql"])],
        configuration: configuration))
    guard let program = lowered.output?.program else {
      return Compiled(messages: lowered.diagnostics.filter { $0.severity == .error }.map(\.message))
    }
    return Compiled(sent: program.operations.map(\.document), types: ShapePrinter.text(program))
  }

  /// The copies of a fragment under one name, in the order in which they are sent.
  private func numbered(_ text: String) -> String {
    var numbers: [String: Int] = [:]
    return text.replacing(#/(\w+?)_[0-9a-f]{8}\b/#) { match in
      let number = numbers[String(match.output.0), default: numbers.count + 1]
      numbers[String(match.output.0)] = number
      return "\(match.output.1)_\(number)"
    }
  }

  /// The definitions of a sent text, sorted: copies are sorted by their hashes.
  private func definitions(_ text: String) -> [String] {
    numbered(text).replacing("}fragment ", with: "}\nfragment ").split(separator: "\n").map(String.init)
      .sorted()
  }

  /// The types of each definition, without what is sent and with the names that they have without arguments. The copies of a fragment are
  /// one.
  private func types(_ compiled: Compiled) -> Set<String> {
    let lines = compiled.types.split(separator: "\n").filter { !$0.hasPrefix("  sent ") }
    var definitions: [String] = []
    for line in lines {
      if !line.hasPrefix(" ") { definitions.append("") }
      definitions[definitions.count - 1] +=
        line.replacing(#/_?\d+(Data|Fragment|$)/#) { "\($0.output.1)" } + "\n"
    }
    return Set(definitions)
  }

  @Test(arguments: [
    // Literals, variables, defaults.
    (
      """
      query A($n: Int) { a: album { ...Card(size: 200) } b: album { ...Card(size: $n) } c: album { ...Card id } }
      fragment Card($size: Int = 100) on Album { cover(size: $size) { url } }
      """,
      """
      query A($n: Int) { a: album { ...Card_1 } b: album { ...Card_2 } c: album { ...Card_3 id } }
      fragment Card_1 on Album { cover(size: 200) { url } }
      fragment Card_2 on Album { cover(size: $n) { url } }
      fragment Card_3 on Album { cover(size: 100) { url } }
      """
    ),
    // Variables that are not given.
    (
      """
      { a: album { ...Card } b: album { ...Card(year: null) } }
      fragment Card($year: Int, $kinds: [Kind!], $text: String) on Album {
        cover(filter: { year: $year, text: $text }, text: $text) { url }
        related(first: $year) { cover(kinds: [A]) @tag(name: $text) { url } cover2: cover(filter: { kinds: $kinds }) { url } }
      }
      """,
      """
      { a: album { ...Card_1 } b: album { ...Card_2 } }
      fragment Card_1 on Album {
        cover(filter: {}) { url } related { cover(kinds: [A]) @tag { url } cover2: cover(filter: {}) { url } }
      }
      fragment Card_2 on Album {
        cover(filter: { year: null }) { url }
        related(first: null) { cover(kinds: [A]) @tag { url } cover2: cover(filter: {}) { url } }
      }
      """
    ),
    // Fragments in fragments, whose variables have the same names as others.
    (
      """
      query A($size: Int!) {
        album { ...Outer(size: 1, filter: { text: "a", kinds: [A, B] }) cover3: cover(size: $size) { url } }
      }
      fragment Outer($size: Int!, $filter: Filter) on Album {
        ...Inner(size: $size, filter: $filter) artist { ...Byline(count: $size) } cover2: cover(size: $size) { url }
      }
      fragment Inner($filter: Filter, $size: Int = 3) on Album { cover(size: $size, filter: $filter) { url } title }
      fragment Byline($count: Int!) on Artist { albums(first: $count) { related(first: 2) { ...Inner(size: $count) } } }
      """,
      """
      query A($size: Int!) { album { ...Outer_1 cover3: cover(size: $size) { url } } }
      fragment Outer_1 on Album { ...Inner_2 artist { ...Byline_3 } cover2: cover(size: 1) { url } }
      fragment Inner_2 on Album { cover(size: 1, filter: { text: "a", kinds: [A, B] }) { url } title }
      fragment Byline_3 on Artist { albums(first: 1) { related(first: 2) { ...Inner_4 } } }
      fragment Inner_4 on Album { cover(size: 1) { url } title }
      """
    ),
    // Uses with equal values are one fragment.
    (
      """
      query A($n: Int) { a: album { ...Card(size: $n) } b: album { ...Other(n: $n) } c: album { ...Card(size: $n) id } }
      fragment Other($n: Int) on Album { ...Card(size: $n) }
      fragment Card($size: Int = 100) on Album { cover(size: $size) { url } }
      """,
      """
      query A($n: Int) { a: album { ...Card_1 } b: album { ...Other_2 } c: album { ...Card_1 id } }
      fragment Other_2 on Album { ...Card_1 }
      fragment Card_1 on Album { cover(size: $n) { url } }
      """
    ),
    // Type conditions, and fields that are added.
    (
      """
      { node { ...Any(size: 2) } }
      fragment Any($size: Int!) on Node { ... on Album { cover(size: $size) { url } } ... on Artist { albums(first: $size) { id } } }
      """,
      """
      { node { ...Any_1 } }
      fragment Any_1 on Node { ... on Album { cover(size: 2) { url } } ... on Artist { albums(first: 2) { id } } }
      """
    ),
  ])
  func `equal their expansion`(_ document: String, _ expansion: String) throws {
    let compiled = try compile(document)
    let written = try compile(expansion, isAllowed: false)
    #expect(compiled.messages == [] && written.messages == [])
    try #require(compiled.sent.count == 1 && written.sent.count == 1)
    // The text of the expansion has the numbers in the same order.
    let hashes = compiled.sent[0].matches(of: #/\.\.\.\w+_([0-9a-f]{8})/#).map { String($0.output.1) }
    #expect(!hashes.isEmpty)
    #expect(definitions(compiled.sent[0]) == definitions(hashed(written.sent[0])))
    #expect(types(compiled) == types(written))
  }

  /// Names of fragments with a number as they are with a hash.
  private func hashed(_ text: String) -> String {
    text.replacing(#/_(\d)\b/#) { "_0000000\($0.output.1)" }
  }

  @Test func `conditions are guards`() throws {
    let compiled = try compile(
      """
      query A($x: Boolean!) {
        a: album { ...Card(isLong: $x) id }
        b: album { ...Card(isLong: false) id }
        c: album { ...Card(isLong: true) @skip(if: $x) }
      }
      fragment Card($isLong: Boolean!) on Album { title @include(if: $isLong) }
      """)
    #expect(compiled.messages == [])
    // One type for the fragment, and its properties under the same condition in all types.
    #expect(compiled.types.matches(of: #/\bCardData: CardFragment/#).count == 1)
    #expect(compiled.types.matches(of: #/title: String when \$Card\.isLong/#).count >= 2)
    #expect(compiled.types.contains("with $Card.isLong = $x"))
    #expect(compiled.types.contains("with $Card.isLong = false"))
    #expect(
      compiled.sent[0].contains("title@include(if:$x)")
        && compiled.sent[0].contains("title@include(if:false)"))
  }

  @Test func `labels differ by use`() throws {
    let compiled = try compile(
      """
      { a: album { ...Card(size: 1) } b: album { ...Card(size: 2) } }
      fragment Card($size: Int!) on Album { ...Cover(size: $size) @defer }
      fragment Cover($size: Int!) on Album { cover(size: $size) { url } }
      """)
    let labels = compiled.sent[0].matches(of: #/label:"([^"]*)"/#).map { String($0.output.1) }
    #expect(labels.count == 2 && Set(labels).count == 2)
  }

  @Test(arguments: [
    (
      """
      query A($n: Int, $x: Boolean!) { a: album { ...Card(size: $n, isLong: $x) } b: album { ...Card(isLong: true) } }
      fragment Card($size: Int = 100, $isLong: Boolean!, $kinds: [Kind!]) on Album {
        cover(size: $size, kinds: $kinds) { url } title @include(if: $isLong)
      }
      """,
      """
      query A($n: Int, $x: Boolean!) {
        a: album { ...Card @arguments(size: $n, isLong: $x) } b: album { ...Card @arguments(isLong: true) }
      }
      fragment Card on Album @argumentDefinitions(
        size: { defaultValue: 100, type: "Int" } isLong: { type: "Boolean!" } kinds: { type: "[Kind!]" }
      ) {
        cover(size: $size, kinds: $kinds) { url } title @include(if: $isLong)
      }
      """
    )
  ])
  func `Relay's form is the same`(_ document: String, _ relay: String) throws {
    let (compiled, other) = (try compile(document), try compile(relay))
    #expect(compiled.messages == [] && other.messages == [])
    #expect(compiled.sent == other.sent && compiled.types == other.types)
    #expect(compiled.sent.count == 1)
  }

  @Test(arguments: [
    (#"@argumentDefinitions(kinds: { type: "[Kind!]", defaultValue: ["A"] })"#, nil),
    (#"@argumentDefinitions(kinds: { type: "[Kind!]", defaultValue: "A" })"#, nil),
    (#"@argumentDefinitions(kinds: { type: "[Kind!]", defaultValue: ["C"] })"#, #"non-enum value: "C""#),
    (#"@argumentDefinitions(kinds: { type: "[Kind!]", defaultValue: ["""A"""] })"#, "non-enum value"),
  ])
  func `Relay's enum values can be strings`(_ directive: String, _ error: String?) throws {
    let compiled = try compile(
      "{ album { ...Card } } fragment Card on Album \(directive) { cover(kinds: $kinds) { url } }")
    if let error {
      #expect(compiled.messages.contains { $0.contains(error) })
    } else {
      #expect(compiled.messages == [])
      #expect(compiled.sent.first?.contains("kinds:") == true && compiled.sent.first?.contains("\"") == false)
    }
  }

  @Test func `the specification's form takes no strings for enums`() throws {
    let compiled = try compile(
      "{ album { ...Card } } fragment Card($kinds: [Kind!] = [\"A\"]) on Album { cover(kinds: $kinds) { url } }"
    )
    #expect(compiled.messages.contains { $0.contains("non-enum value") })
  }

  @Test(arguments: [
    "size: \"Int\"", "size: { }", "size: { type: Int }", "size: { type: \"[Int\" }",
    "size: { type: \"Int!!\" }",
    "size: { type: \"\" }", "size: { type: \"1\" }", "size: { type: \"Int\", provider: \"x\" }",
  ])
  func `Relay's form amiss`(_ argument: String) throws {
    let compiled = try compile(
      "{ album { ...Card } } fragment Card on Album @argumentDefinitions(\(argument)) { cover(size: $size) { url } }"
    )
    #expect(compiled.messages.first?.hasPrefix("Syntax Error: Expected an argument with a \"type\"") == true)
  }

  /// What is sent must be valid: the default of a fragment's variable is not sent with a variable.
  @Test func `nullable variables in places that refuse null`() throws {
    let compiled = try compile(
      """
      query A($n: Int) { album { artist { ...Byline(count: $n) } } }
      fragment Byline($count: Int = 3) on Artist { albums(first: $count) { id } }
      """)
    #expect(
      compiled.messages == ["Variable \"$n\" of type \"Int\" used in position expecting type \"Int!\"."])
  }

  @Test func `an object of two uses`() throws {
    let compiled = try compile(
      """
      { album { ...Card(all: true) related { ...Card(all: false) } } }
      fragment Card($all: Boolean!) on Album { related { title @include(if: $all) } }
      """)
    #expect(compiled.messages.count == 1 && compiled.messages[0].contains("Give this field an alias."))
  }

  @Test func `an object of two uses with one value`() throws {
    let compiled = try compile(
      """
      { album { ...Card(all: true) related { ...Card(all: true) } } }
      fragment Card($all: Boolean!) on Album { related { title @include(if: $all) } }
      """)
    #expect(compiled.messages == [])
  }

  @Test func `one fragment or spread has its variables in one form`() throws {
    let spread = "query Q { album { ...F(x: true) @arguments(x: false) } } "
    let fragment = "fragment F($x: Boolean = false) on Album { title @include(if: $x) }"
    #expect(
      try compile(spread + fragment).messages == [
        "Syntax Error: The spread has arguments after its name as well. Write all of them in one of the two forms."
      ])
    let both = """
      fragment F($x: Boolean = false) on Album @argumentDefinitions(y: { type: "Boolean", defaultValue: true }) {
        title @include(if: $x) id @include(if: $y)
      }
      """
    #expect(
      try compile("query Q { album { ...F(x: true) } } " + both).messages == [
        "Syntax Error: The fragment has variables after its name as well. Write all of them in one of the two forms."
      ])
    // The forms of a fragment and of its spreads may differ.
    #expect(try compile("query Q { album { ...F @arguments(x: true) } } " + fragment).messages == [])
  }

  @Test func `uses without end`() throws {
    let cycle = "{ album { ...A(n: 1) } } fragment A($n: Int) on Album { related(first: $n) { ...A(n: $n) } }"
    #expect(try compile(cycle).messages == ["Cannot spread fragment \"A\" within itself."])
    var document = "{ album { ...F0(f: { year: 1 }) } } "
    for number in 0..<30 {
      document += """
        fragment F\(number)($f: Filter) on Album {
          related { ...F\(number + 1)(f: { year: \(number), text: "a" }) } r: related { ...F\(number + 1)(f: $f) }
        }

        """
    }
    document += "fragment F30($f: Filter) on Album { cover(filter: $f) { url } }"
    #expect(try compile(document).messages == [])
    document = "{ album { ...F0(r: {}) } } "
    for number in 0..<30 {
      document += "fragment F\(number)($r: R) on Album { ...F\(number + 1)(r: { a: $r, b: $r }) } "
    }
    document += "fragment F30($r: R) on Album { pair(r: $r) }"
    #expect(
      try compile(document).messages.first?.hasPrefix("Each use of a fragment with different arguments")
        == true)
  }

  @Test func `operations without arguments stay the same`() throws {
    let plain = "query P($n: Int) { album { ...Plain } } fragment Plain on Album { cover(size: $n) { url } } "
    let with =
      "query W { album { ...Card(size: 1) } } fragment Card($size: Int) on Album { cover(size: $size) { url } }"
    #expect(try compile(plain).sent == Array(try compile(plain + with).sent.prefix(1)))
  }
}
