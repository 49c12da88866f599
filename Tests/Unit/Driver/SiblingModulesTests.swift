import ApusShapes
import ApusSwiftModel
import TestSupport
import Testing

@testable import ApusDriver

/// A target above two modules, neither of which depends on the other: each declares what its documents use.
@Suite(.timeLimit(.minutes(15))) struct SiblingModulesTests {
  private static let schema = """
    type Query { item(color: Color, filter: Filter): Item } type Item { color: Color name: String colors: [Color!] item: Item }
    enum Color { RED } input Filter { color: Color }
    """

  /// Compiles the target. Returns the messages, and the Swift of its document.
  private func run(
    _ app: String, left: String = "fragment L on Item { color }",
    right: String = "fragment R on Item { color }",
    base: String? = nil, middle: String? = nil, namespace: String? = nil, own: String = "{}"
  ) throws -> (messages: [String], text: String) {
    let keys = namespace.map { ", \"namespace\": \"\($0)\"" } ?? ""
    let folder = try TemporaryFolder([
      "s.graphqls": Self.schema, "a.graphql": app, "l.graphql": left, "r.graphql": right,
      "b.graphql": base ?? "", "m.graphql": middle ?? "",
      "below.json": "{ \"accessLevel\": \"public\"\(keys) }", "apus.json": own,
    ])
    let configuration = ConfigurationFile.read(folder["below.json"]).configuration
    var documents = [
      Document(path: folder["a.graphql"], output: "a.swift"),
      Document(path: folder["l.graphql"], module: "Left"),
      Document(path: folder["r.graphql"], module: "Right"),
    ]
    var dependencies = ["Left", "Right"].map {
      Dependency($0, configuration: configuration, dependencies: base == nil ? [] : ["Base"])
    }
    if base != nil {
      documents.append(Document(path: folder["b.graphql"], module: "Base"))
      dependencies.insert(Dependency("Base", configuration: configuration), at: 0)
    }
    if middle != nil {
      documents.append(Document(path: folder["m.graphql"], module: "Middle"))
      dependencies.append(
        Dependency("Middle", configuration: configuration, dependencies: ["Left", "Right"]))
    }
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: documents, dependencies: dependencies,
      configuration: ConfigurationFile.read(folder["apus.json"]).configuration)
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    return (
      result.diagnostics.map(\.message), result.hasErrors ? "" : try folder.text(of: "out/a.swift")
    )
  }

  // MARK: - Types of the schema

  @Test(
    arguments: [
      ("query A { item { color } }", "let color: Left.Color?"),
      ("query A { item { ...R color name } }", "let color: Right.Color?"),
      ("query A { left: item { ...L } right: item { ...R } }", "typealias Right = RData"),
      ("query A($c: Color) { item(color: $c) { ...R name } }", "var c: GraphQLNullable<Right.Color>"),
    ])
  func `an enum that two siblings declare is qualified`(_ app: String, _ text: String) throws {
    let run = try run(app)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains(text), "\(run.text)")
  }

  @Test func `a module between uses one sibling's enum, also as seen from above`() throws {
    let run = try run(
      "query A { item { ...M colors } }", middle: "fragment M on Item { ...R color name }")
    #expect(run.messages.isEmpty)
    #expect(run.text.contains("let color: Right.Color?"), "\(run.text)")
    #expect(run.text.contains("[Right.Color]"), "\(run.text)")
  }

  @Test(arguments: [
    "query A { item { ...L ...R } }", "query A { left: item { ...L name } right: item { ...R name } }",
  ])
  func `enums of two siblings that meet in a target's types are an error`(_ app: String) throws {
    #expect(
      try run(app).messages == [
        "The modules \"Left\" and \"Right\" each declare the enum \"Color\", and types of this module have fields from fragments of each. "
          + "Declare it in a module that they depend on: \"schemaTypes\": \"all\" in its apus.json."
      ])
  }

  // MARK: - Namespaces

  @Test func `a namespace that two siblings declare is qualified`() throws {
    let run = try run("query A { item { ...R name item { ...L } } }", namespace: "API")
    #expect(run.messages.isEmpty)
    for text in ["Right.API.RFragment", "let color: Right.API.Color?", "= Left.API.LData"] {
      #expect(run.text.contains(text), "\(run.text)")
    }
  }

  @Test func `a namespace that siblings extend is not`() throws {
    let run = try run(
      "query A { item { ...L name } }", right: "fragment R on Item { name }",
      base: "fragment B on Item { name }",
      namespace: "API")
    #expect(run.messages.isEmpty)
    #expect(run.text.contains(": GraphQLObject, API.LFragment"), "\(run.text)")
  }

  @Test func `a target cannot extend a namespace that two siblings declare`() throws {
    let messages = try run(
      "query A { item { name } }", namespace: "API", own: #"{ "namespace": "API" }"#
    ).messages
    #expect(
      messages == [
        "The modules \"Left\" and \"Right\" each declare the namespace \"API\", so Swift cannot tell which of them the generated code extends. "
          + "Choose another namespace, or let a module that they depend on declare it."
      ])
  }

  @Test func `a target cannot extend a namespace that has the name of a type of the runtime`() throws {
    let messages = try run(
      "query A { item { name } }", right: "fragment R on Item { name }", base: "fragment B on Item { name }",
      namespace: "GraphQLFieldError", own: #"{ "namespace": "GraphQLFieldError" }"#
    ).messages
    #expect(
      messages == [
        "The module \"Base\" and the runtime each declare \"GraphQLFieldError\", so Swift cannot tell which of them the generated code extends. "
          + "Choose another namespace in both modules."
      ])
  }

  @Test(arguments: ["query A { item { color } }", "query A { item { ...L name } }"])
  func `an enum that two siblings declare in one namespace is an error`(_ app: String) throws {
    #expect(
      try run(app, base: "fragment B on Item { name }", namespace: "API").messages == [
        "The modules \"Left\" and \"Right\" each declare the enum \"Color\" in the namespace \"API\", where Swift cannot tell them apart. "
          + "Let the module \"Base\" declare it: \"schemaTypes\": \"all\" in its apus.json."
      ])
    #expect(
      try run("query A { item { name } }", base: "fragment B on Item { name }", namespace: "API").messages
        .isEmpty)
  }

  // MARK: - Fragments

  @Test(arguments: ["query A { item { ...Card name } }", "query A { item { ...card } }"])
  func `fragments of two siblings with one Swift name are an error where one is spread`(_ app: String) throws
  {
    let messages = try run(
      app, left: "fragment card on Item { name }", right: "fragment Card on Item { name }"
    ).messages
    #expect(messages.count == 2 || messages.count == 1)
    #expect(
      messages.allSatisfy {
        $0.hasPrefix("The modules \"Left\" and \"Right\" each declare \"Card")
          && $0.hasSuffix("\" for something else, and Swift cannot tell which is meant. Rename one of them.")
      }, "\(messages)")
    let unused = try run(
      "query A { item { name } }", left: "fragment card on Item { name }",
      right: "fragment Card on Item { name }")
    #expect(unused.messages.isEmpty)
  }
}
