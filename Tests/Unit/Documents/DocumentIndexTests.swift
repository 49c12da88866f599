import ApusSource
import ApusSyntax
import Testing

@testable import ApusDocuments
@testable import ApusSchema

@Suite(.timeLimit(.minutes(15))) struct DocumentIndexTests {
  private let index: DocumentIndex
  private let tree: SyntaxTree
  private let schema: Schema

  init() {
    let names = NameTable()
    let schemaTree = SchemaBuilder.makeTree(names: names)
    let text = """
      type Query { pet(size: Size, by: By = {id: 1}): Pet }
      interface Pet { name: String }
      type Dog implements Pet { name: String tricks: [String!]! }
      enum Size { SMALL LARGE }
      input By { id: ID next: By }
      directive @log(level: Int) on FIELD
      """
    _ = Parser.parse(SourceFile(path: "schema.graphqls", text: text), into: schemaTree)
    schema = SchemaBuilder.build(schemaTree)
    tree = SyntaxTree(names: names)
    let documents = [
      "query Q($id: ID!) { pet(size: LARGE, by: {next: {id: $id}}) @log(level: 1) { ...F unknown { a } } }",
      "fragment F on Pet { name ... on Dog { tricks ...F ...G } ... on Float { a } }",
    ]
    for (number, document) in documents.enumerated() {
      _ = Parser.parse(SourceFile(path: "\(number).graphql", text: document), into: tree)
    }
    index = DocumentIndex(tree, schema)
  }

  private func nodes(_ kind: NodeKind, _ name: String = "") -> [NodeID] {
    (0..<tree.count).filter { tree.kind($0) == kind && (name.isEmpty || tree.name($0) == name) }
  }

  @Test func `fields and their types`() {
    #expect(nodes(.field, "pet").map { schema.description(index.type(ofField: $0)) } == ["Pet"])
    #expect(nodes(.field, "tricks").map { schema.description(index.type(ofField: $0)) } == ["[String!]!"])
    #expect(nodes(.field, "tricks").map { schema.name(index.typeOfParent(of: $0)) } == ["Dog"])
    #expect(nodes(.field, "unknown").map(index.field) == [nil])
    #expect(nodes(.field, "a").map(index.typeOfParent(of:)) == [nil, nil])
  }

  @Test func `selection sets`() {
    #expect(
      nodes(.selectionSet).map { index.parentType($0).map { schema.name($0) } ?? "-" } == [
        "Query", "Pet", "-", "Pet", "Dog", "-",
      ])
  }

  @Test func `arguments, values and directives`() throws {
    #expect(nodes(.argument).allSatisfy { index.input($0) != nil })
    #expect(nodes(.objectField).allSatisfy { index.input($0) != nil })
    #expect(nodes(.enumValue).map { schema.description(index.valueTypes[$0]) } == ["Size"])
    #expect(nodes(.enumValue).allSatisfy { index.enumValue($0) != nil })
    #expect(nodes(.intValue).map { schema.description(index.valueTypes[$0]) } == ["Int"])
    let use = try #require(index.variableUses(in: DefinitionID(number: 1)).first)
    #expect(schema.description(index.valueTypes[use]) == "ID")
    #expect(nodes(.variableDefinition).map { schema.description(index.valueTypes[$0]) } == ["ID!"])
    #expect(index.directives == nodes(.directive))
    #expect(index.directives(tree.names.find("log")) == nodes(.directive))
    #expect(index.directives(Keyword.skip) == [])
    #expect(nodes(.intValue).map(index.definition) == [index.node(DefinitionID(number: 1))])
  }

  @Test func `names in places without a type mean nothing`() {
    let tree = SyntaxTree(names: tree.names)
    let text = """
      query ($a: None = LARGE) {
        pet(none: LARGE, by: { none: LARGE }) { a }
        other(size: LARGE, by: { id: LARGE }) @none(level: LARGE) @log(none: [LARGE]) { a }
      }
      """
    _ = Parser.parse(SourceFile(path: "a.graphql", text: text), into: tree)
    let index = DocumentIndex(tree, schema)
    let meanings = (0..<tree.count).filter { index.resolved[$0] != 0 }.map {
      "\(tree.kind($0)) \(tree.name($0))"
    }
    #expect(
      meanings == [
        "operation ", "selectionSet ", "field pet", "argument by", "selectionSet ", "directive log",
      ])
    for node in 0..<tree.count where tree.kind(node) == .enumValue {
      #expect(index.valueTypes[node].named == nil, "\(node)")
    }
  }

  @Test func `fragments and spreads`() {
    #expect(index.definitionCount == 3)
    #expect(index.fragment(named: tree.names.find("F")).map { tree.name(index.node($0)) } == "F")
    #expect(index.fragment(named: tree.names.find("Q")) == nil)
    let fragment = nodes(.fragmentDefinition)[0]
    #expect(nodes(.fragmentSpread).map(index.fragment(ofSpread:)) == [fragment, fragment, nil])
    #expect(index.allDefinitions.map { index.spreads(in: $0).count } == [1, 2])
    #expect((0..<3).map { index.spreadDepths[$0] } == [2, 2, 2])
    #expect(index[DefinitionID(number: 1)].depth == 3)
  }

  @Test func `built-in scalars that nothing is of`() {
    #expect(index.missingScalars.map(schema.name) == ["Float"])
  }
}
