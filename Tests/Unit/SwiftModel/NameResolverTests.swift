import ApusSentText
import Testing

@testable import ApusSwiftModel

/// References that Swift would resolve to a declaration within the generated types: that declaration has another name.
@Suite(.timeLimit(.minutes(15))) struct NameResolverTests {
  private func names(_ type: ResponseType) -> [String] { type.members.map(\.name) }

  @Test func `an associated type leaves its name to an enum`() throws {
    let program = Lowered(
      "query Q { item { ...F } } fragment F on Item { state status { x } }",
      schema: """
        enum Status { A B } type Item { state: Status status: Info } type Info { x: Int } type Query { item: Item }
        """
    ).program
    let fragment = try #require(program.fragments.first?.ownProtocol)
    #expect(fragment.requirements.compactMap(\.associatedType) == ["StatusSelection"])
    #expect(try names(#require(program.fragments.first).data.type) == ["StatusObject"])
  }

  @Test(arguments: ["Date", "Money"])
  func `an associated type leaves its name to the Swift type of a scalar`(_ type: String) throws {
    var options = GenerationOptions()
    options.scalars["Scalar"] = .init(type: "[\(type)]")
    let program = Lowered(
      "fragment F on Item { \(type.lowercased()) { x } at }",
      schema: """
        scalar Scalar type Item { date: Info money: Info at: Scalar } type Info { x: Int } type Query { item: Item }
        """, options: options
    ).program
    let fragment = try #require(program.fragments.first)
    #expect(fragment.ownProtocol?.requirements.compactMap(\.associatedType) == [type + "Selection"])
    #expect(names(fragment.data.type) == [type + "Object"])
  }

  @Test func `a nested type leaves its name to a fragment's protocol`() throws {
    let program = Lowered(
      """
      query Page { page { contentFragment { ...Content body } } }
      fragment Content on B { title }
      """,
      schema: "type P { contentFragment: B } type B { title: String body: String } type Query { page: P }"
    ).program
    let page = try #require(program.operations.first?.data.type.members.first?.type)
    #expect(names(page) == ["ContentFragmentObject"])
  }

  @Test func `a nested type leaves its name to a fragment's type that an alias within names`() throws {
    let program = Lowered(
      """
      query Home { cardData { item { ...Card } } }
      fragment Card on Item { name }
      """, schema: "type Item { name: String item: Item } type Query { cardData: Item }"
    ).program
    #expect(try names(#require(program.operations.first).data.type) == ["CardDataObject"])
  }

  @Test func `a property leaves its name to a type that expressions name`() throws {
    let program = Lowered(
      """
      query Home { node { CardData ... on Cat { ...Card } } }
      fragment Card on Cat { name }
      """,
      schema: """
        interface Node { CardData: Int } type Cat implements Node { CardData: Int name: String }
        type Dog implements Node { CardData: Int } type Query { node: Node }
        """
    ).program
    let node = try #require(program.operations.first?.data.type.members.first?.type)
    #expect(node.properties.map(\.swiftName).contains("cardData"))
  }

  @Test func `declarations that hide nothing keep their names`() throws {
    let program = Lowered(
      "query Q { item { status { x } } again: item { state } }",
      schema: """
        enum Status { A B } type Item { state: Status status: Info } type Info { x: Int } type Query { item: Item }
        """
    ).program
    let item = try #require(program.operations.first?.data.type.members.first?.type)
    #expect(names(item) == ["Status"])
  }

  @Test func `types that a module below may declare are names that Swift sees`() {
    let schema = "enum GraphQLWriter { A } type Query { id: ID writer: GraphQLWriter }"
    var options = GenerationOptions()
    #expect(
      !Lowered("query Q { id }", schema: schema, options: options).program.declaredNames.contains(
        "GraphQLWriter"))
    options.dependencyModules = [DependencyModule(name: "Base")]
    #expect(
      Lowered("query Q { id }", schema: schema, options: options).program.declaredNames.contains(
        "GraphQLWriter"))
  }

  /// Only the module itself declares its operations.
  @Test(arguments: [
    // A property, for an expression in the operation.
    ("fragment F on Album { Genre: title }", "query Q { album { ...F kind } }", "var genre"),
    ("fragment F on Album { Genre: title }", "query Q($Genre: Genre) { find(kind: $Genre) }", "var genre"),
    // An associated type, for a type that the operation names.
    (
      "fragment F on Album { money: artist { name } }",
      "query Q { album { ...F title @apus(type: \"Money\") } }", "MoneySelection"
    ),
  ])
  func `a fragment has the names to which an operation of its own module forces it, above that too`(
    _ fragment: String, _ operation: String, _ name: String
  ) throws {
    let schema = """
      enum Genre { ROCK } type Artist { name: String } type Album { id: ID title: String kind: Genre artist: Artist }
      type Query { album: Album find(kind: Genre): Int }
      """
    let (below, above) = Lowered.modules(
      below: fragment + " " + operation, "query A { album { ...F id } }", schema: schema)
    func names(_ program: Program) throws -> [String] {
      try #require(program.fragments.first?.ownProtocol).requirements.flatMap {
        ["var " + $0.property.swiftName, $0.associatedType ?? ""]
      }
    }
    #expect(try names(below.program).contains(name))
    #expect(try names(above.program) == names(below.program))
    #expect(above.program.operations.map(\.name) == ["A"])
    let album = try #require(above.program.operations.first?.data.type.members.first?.type)
    #expect(above.program.conformances[album].map(\.fragment.name) == ["FFragment"])
  }

  /// Names of types of the schema differ by module, as long as only one uses them.
  @Test(arguments: [
    "fragment F on Album { Genre: artist { name } }", "fragment F on Album { Sound: artist { name } }",
    "fragment F on Album { Genre: title } query Q { album { ...F kind } }",
    "fragment F on Album { Sound: title } query Q { album { ...F kind } }",
    "fragment F on Album { Style: title } query Q { album { ...F kind } }",
  ])
  func `a fragment has the names that its own module's names of types leave to it`(_ document: String) throws
  {
    let schema = """
      enum Genre { ROCK } type Artist { name: String } type Album { id: ID title: String kind: Genre artist: Artist }
      type Query { album: Album }
      """
    var options = GenerationOptions()
    options.typeNames = ["Genre": "Style"]
    for nameBelow in [nil, "Sound"] {
      var optionsBelow = GenerationOptions()
      optionsBelow.typeNames["Genre"] = nameBelow
      let (below, above) = Lowered.modules(
        below: document, "query A { album { id } }", schema: schema, options: options,
        optionsBelow: optionsBelow)
      func text(_ program: Program) throws -> String {
        try ShapePrinter.text(of: #require(program.fragments.first), in: program)
      }
      #expect(try text(above.program) == text(below.program))
    }
  }

  /// The module below avoids an associated type `String`, for the type that it writes. The one above would not have to.
  @Test func `a protocol has the associated types of the module that declares them`() throws {
    var options = GenerationOptions()
    options.scalars["Rates"] = .init(type: "[String: Int]")
    let (below, above) = Lowered.modules(
      below: "fragment F on Album { string { name } rates }", "fragment G on Album { ...F string { id } }",
      schema: """
        scalar Rates type Artist { id: ID name: String } type Album { string: Artist rates: Rates } type Query { album: Album }
        """, options: options, optionsBelow: options)
    func names(_ fragment: String, _ program: Program) throws -> [String] {
      let fragment = try #require(program.fragments.first { $0.name == fragment })
      return try #require(fragment.ownProtocol).associatedTypes
    }
    #expect(try names("F", below.program) == ["StringSelection"])
    #expect(try names("G", above.program) == ["StringSelection"])
  }

  @Test func `a name that nothing can give up is an error with its place`() throws {
    var options = GenerationOptions()
    options.scalars["Scalar"] = .init(type: "_Conditions")
    let problem = try #require(
      Lowered(
        "query Q($at: Scalar) { item(at: $at) }",
        schema: "scalar Scalar type Query { item(at: Scalar): Int }", options: options
      ).diagnostics.first)
    #expect(problem.code == .nameCollision && problem.severity == .error)
    #expect(!problem.ranges.isEmpty)
  }
}
