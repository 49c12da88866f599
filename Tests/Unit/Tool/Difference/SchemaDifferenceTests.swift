import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Foundation
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusTool

/// Every kind of change of a schema, judged by `apus-tool diff` and by trying requests and responses.
@Suite(.computing, .timeLimit(.minutes(15))) struct SchemaDifferenceTests {
  private static let schema = """
    type Query {
      pet(id: ID!, size: Size, near: Int = 3): Pet
      pets(filter: Filter, ids: [ID!], page: Page): [Pet!]!
      owner(by: By!): Owner
      count: Int!
      rate: Float
      day: Day
    }
    type Mutation { adopt(input: Adoption!): Dog }
    interface Named { name: String! }
    interface Pet implements Named { name: String! size: Size }
    type Dog implements Pet & Named { name: String! size: Size barks: Boolean! tags: [String] }
    type Cat implements Pet & Named { name: String! size: Size lives: Int }
    type Owner implements Named { name: String! pets: [Pet!] }
    union Found = Dog | Owner
    enum Size { SMALL LARGE HUGE }
    input Filter { size: Size sizes: [Size!] name: String not: Filter old: Boolean = false }
    input By @oneOf { id: ID name: String }
    input Adoption { pet: ID! note: String weight: Float day: Day }
    input Page { first: Int! after: String = "" }
    scalar Day
    type Extra { found: Found }
    extend type Query { found: Found }
    """

  private static let documents = [
    "query A($id: ID!, $size: Size, $near: Int) { pet(id: $id, size: $size, near: $near) { name size } }",
    """
    query B($f: Filter, $ids: [ID!]) { pets(filter: $f, ids: $ids) { name ... on Dog { barks tags } ...C ... on Named { n: name } } }
    fragment C on Cat { lives }
    """,
    "query D($by: By!) { owner(by: $by) { name pets { name } } count rate day }",
    "mutation E($i: Adoption!) { adopt(input: $i) { name barks } }",
    "query F { pets(filter: { size: LARGE, old: true }) { name } found { ... on Dog { barks } ... on Named { name } } }",
    "query G($p: Page) { pets(page: $p) { name } }",
  ]

  /// What is replaced, and by what.
  private static let changes: [(String, String)] = [
    // Nothing, and what only adds.
    ("scalar Day", "scalar Day"), ("HUGE", "HUGE TINY"), ("count: Int!", "count: Int! more: Int"),
    ("lives: Int", "lives: Int color: String"), ("not: Filter", "not: Filter more: Int"),
    ("not: Filter", "not: Filter more: Int! = 3"), ("near: Int = 3", "near: Int = 3, far: Int"),
    ("Dog | Owner", "Dog | Owner | Cat"), ("id: ID name: String }", "id: ID name: String more: Int }"),
    ("type Extra", "type Bird implements Pet & Named { name: String! size: Size } type Extra"),
    ("type Extra", "type Bird implements Named { name: String! } type Extra"),
    // Enums.
    (" HUGE", ""), ("SMALL ", ""), ("enum Size { SMALL LARGE HUGE }", "scalar Size"),
    // Arguments.
    (", near: Int = 3", ""), ("near: Int = 3", "near: Int! = 3"), ("near: Int = 3", "near: Int!"),
    ("near: Int = 3", "near: Int"), ("near: Int = 3", "near: Float = 3"),
    ("near: Int = 3", "near: [Int] = 3"),
    ("near: Int = 3", "near: String"), ("id: ID!, size", "id: ID, size"),
    ("size: Size, near", "size: Size!, near"),
    ("near: Int = 3", "near: Int = 3, far: Int!"), ("near: Int = 3", "near: Int = 3, far: Int! = 1"),
    ("ids: [ID!]", "ids: [ID!]!"), ("ids: [ID!]", "ids: [ID]"), ("ids: [ID!]", "ids: ID"),
    ("filter: Filter, ", ""),
    // Input objects.
    ("input Filter { size: Size ", "input Filter { "), ("sizes: [Size!] ", ""),
    ("sizes: [Size!]", "sizes: [Size!]!"),
    ("sizes: [Size!]", "sizes: [Size]"), ("sizes: [Size!]", "sizes: Size"),
    ("sizes: [Size!]", "sizes: [[Size!]]"),
    ("not: Filter", "not: Filter!"), ("not: Filter", "not: [Filter]"),
    ("not: Filter", "not: Filter more: Int!"),
    ("old: Boolean = false", "old: Boolean"), ("old: Boolean = false", "old: Boolean! = false"),
    ("old: Boolean = false", "old: Boolean!"), ("old: Boolean = false", "old: Int"),
    ("pet: ID!", "pet: ID"), ("pet: ID!", "pet: String!"), ("note: String", "note: ID"),
    ("note: String", "note: String!"),
    ("note: String", "note: Int"), ("weight: Float", "weight: Int"), ("weight: Float", "weight: Float!"),
    ("weight: Float day: Day", "weight: Float day: String"), ("input Filter {", "input Filter @oneOf {"),
    ("first: Int!", "first: Int"), ("first: Int!", "first: Int! = 9"),
    ("after: String = \"\"", "after: String! = \"\""),
    ("page: Page", "page: Page!"), ("input Page", "type Paged { a: Int } input Page"),
    // OneOf input objects.
    ("@oneOf { id: ID name: String }", "@oneOf { id: ID }"),
    ("@oneOf { id: ID name: String }", "@oneOf { id: Int name: String }"),
    ("By @oneOf", "By"), ("By @oneOf { id: ID name: String }", "By { id: ID! name: String }"),
    ("by: By!", "by: By"),
    // Fields.
    ("count: Int!", ""), ("count: Int!", "count: Int"), ("count: Int!", "count: Float!"),
    ("count: Int!", "count: [Int!]!"),
    ("count: Int!", "count: String!"), ("count: Int!", "count(x: Int!): Int!"),
    ("count: Int!", "count(x: Int): Int!"),
    ("rate: Float", "rate: Float!"), ("rate: Float", "rate: Int"), ("rate: Float", "rate: ID"),
    ("day: Day\n", "day: String\n"),
    ("tags: [String]", "tags: [String!]!"), ("tags: [String]", "tags: [ID]"),
    ("tags: [String]", "tags: String"),
    ("tags: [String]", "tags: [Size]"), ("tags: [String]", "tags: [[String]]"),
    ("barks: Boolean!", "barks: Boolean"),
    ("barks: Boolean!", ""), ("lives: Int", "lives: Size"), ("lives: Int", "lives: Float"),
    ("pets: [Pet!]", "pets: [Pet]"),
    ("pets: [Pet!]", "pets: [Dog!]"), ("pet(id", "pet2(id"),
    ("adopt(input: Adoption!): Dog", "adopt(input: Adoption!): Cat"),
    ("adopt(input: Adoption!): Dog", "adopt(input: Adoption!): Dog!"),
    ("): Pet\n", "): Named\n"), ("): Pet\n", "): Dog\n"), ("): Dog }", "): Pet }"), ("[Pet!]!", "[Dog!]!"),
    ("[Pet!]!", "[Found!]!"),
    // Types and conditions.
    ("Dog | Owner", "Dog"), ("Dog | Owner", "Owner"), ("type Owner implements Named", "type Owner"),
    ("type Cat implements Pet & Named", "type Cat"),
    ("type Cat implements Pet & Named", "type Cat implements Named"),
    (
      "interface Pet implements Named { name: String! size: Size }\ntype Dog implements Pet & Named",
      "interface Pet { name: String! size: Size }\ntype Dog implements Pet"
    ),
    ("interface Pet implements Named", "interface Pet"),
    ("type Mutation { adopt(input: Adoption!): Dog }", ""),
    ("union Found = Dog | Owner", "interface Found { name: String! }"),
  ]

  @Test func `documents that are wrong by the old schema are not compared`() throws {
    let folder = try TemporaryFolder([
      "old.graphqls": "type Query { a: Int b: Int }", "new.graphqls": "type Query { a: Int }",
      "0.graphql": "query A { a b c }",
    ])
    let inputs = Inputs(
      schemas: [folder["old.graphqls"]], documents: [Document(path: folder["0.graphql"])])
    let found = SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]])
    #expect(found.count == 1 && found[0].message.hasPrefix("Cannot query field \"c\""))
    #expect(found[0].notes.contains { $0.message.contains("nothing was compared") })
    // Callers that have their own words for it get the errors alone, and need no check of their own.
    guard case .obstacles(let errors) = SchemaDifference.compare(inputs, with: [folder["new.graphqls"]])
    else {
      Issue.record()
      return
    }
    #expect(errors.count == 1 && !errors[0].notes.contains { $0.message.contains("nothing was compared") })
  }

  @Test func `files that cannot be compared have their own errors`() throws {
    let folder = try TemporaryFolder([
      "good.graphqls": "type Query { a: Int }", "bad.graphqls": "type Query {", "A.graphql": "query A { a }",
    ])
    func found(_ old: String, _ new: String) -> [String] {
      let inputs = Inputs(schemas: [folder[old]], documents: [Document(path: folder["A.graphql"])])
      return SchemaDifference.breaks(inputs, by: [folder[new]]).map { diagnostic in
        let path = diagnostic.ranges.first?.file.path ?? diagnostic.path ?? ""
        return "\(Path.relative(path, to: folder.path) ?? path): \(diagnostic.code.name)"
      }
    }
    #expect(found("good.graphqls", "good.graphqls") == [])
    #expect(found("bad.graphqls", "good.graphqls") == ["bad.graphqls: syntax-error"])
    #expect(found("good.graphqls", "bad.graphqls") == ["bad.graphqls: syntax-error"])
    #expect(found("none.graphqls", "good.graphqls") == ["none.graphqls: unreadable-file"])
    #expect(found("good.graphqls", "none.graphqls") == ["none.graphqls: unreadable-file"])
  }

  @Test func `a scalar with a Swift type of its own takes no other scalar`() throws {
    let folder = try TemporaryFolder([
      "old.graphqls": "type Query { a: ID }", "new.graphqls": "type Query { a: String }",
      "0.graphql": "query A { a }",
    ])
    var inputs = Inputs(
      schemas: [folder["old.graphqls"]], documents: [Document(path: folder["0.graphql"])])
    #expect(SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]]).isEmpty)
    inputs.configuration.generation.scalars = ["ID": .init(type: "Identifier")]
    let found = SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]])
    #expect(found.map(\.code) == [.changedFieldType])
  }

  @Test func `verdicts agree with trying`() throws {
    var broken = 0
    var random = SeededRandom(42)
    let files = Dictionary(uniqueKeysWithValues: Self.documents.enumerated().map { ("\($0).graphql", $1) })
    for (before, after) in Self.changes {
      #expect(Self.schema.contains(before), "\(before)")
      let changed = Self.schema.replacingOccurrences(of: before, with: after)
      let folder = try TemporaryFolder(
        files.merging(["old.graphqls": Self.schema, "new.graphqls": changed]) { $1 })
      for name in files.keys.sorted() {
        let inputs = Inputs(
          schemas: [folder["old.graphqls"]], documents: [Document(path: folder[name])])
        let found = SchemaDifference.breaks(inputs, by: [folder["new.graphqls"]])
        let tried = try trial(inputs, folder["new.graphqls"], &random)
        if tried != nil { broken += 1 }
        #expect(
          found.isEmpty == (tried == nil),
          "\(before) -> \(after), \(name): \(tried ?? "nothing breaks"), but \(found.map(\.message))")
      }
    }
    #expect(broken > 50)
  }

  /// What breaks, in words, by trying.
  private func trial(_ inputs: Inputs, _ schema: String, _ random: inout SeededRandom) throws -> String? {
    var changed = inputs
    changed.schemas = [schema]
    let (old, new) = (Pipeline.check(inputs), Pipeline.check(changed))
    let oldIndex = try #require(old.index)
    #expect(!old.hasErrors, "\(old.diagnostics.map(\.message))")
    guard let newIndex = new.index else { return "the schema is no schema" }
    if new.hasErrors { return "the document is not valid" }
    let (client, server) = (RequestModel(oldIndex), RequestModel(newIndex))
    for number in oldIndex.allDefinitions {
      let definition = oldIndex[number]
      guard oldIndex.tree.kind(definition.node) == .operation else { continue }
      for variable in oldIndex.tree.children(definition.node, .variableDefinition) {
        let name = oldIndex.tree.name(variable)
        for value in client.values(of: oldIndex.valueTypes[variable]) {
          if case .null = value, client.refusesNull(name, in: number) { continue }
          guard client.takes(value, oldIndex.valueTypes[variable]) else { continue }
          if !server.takes(value, newIndex.valueTypes[variable]) { return "$\(name) = \(value)" }
          if case .null = value, server.refusesNull(name, in: number) { return "$\(name) = null" }
        }
      }
      let (answers, reader) = (ResponseModel(newIndex), ResponseModel(oldIndex))
      for _ in 0..<300 {
        let response = answers.response(
          definition.selectionSet, of: newIndex.parentType(definition.selectionSet), &random)
        if !reader.decodes(
          response, definition.selectionSet, of: oldIndex.parentType(definition.selectionSet))
        {
          return "\(response)"
        }
      }
    }
    return nil
  }
}
