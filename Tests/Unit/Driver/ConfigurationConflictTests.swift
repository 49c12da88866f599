import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

extension InheritedOptionsTests {
  /// Each row: a fragment, the configurations, and what the message begins with.
  @Test(
    arguments: [
      (
        "userId", #""acronyms": []"#, #""acronyms": ["ID"]"#,
        #""userId" would be "userID" in Swift and "userId""#,
        "acronyms"
      ),
      (
        "userId", "", #""identifiers": true"#, "Identifiers have their own types here and do not have",
        "identifiers"
      ),
      (
        "userId", #""identifiers": true"#, #""identifiers": false"#,
        "Identifiers do not have their own types here and have", "identifiers"
      ),
      (
        "size", "", #""fields": { "Query.size": "Size" }"#,
        #"The field "Query.size" is "Size" here and what its scalar is"#, "\"Query.size\""
      ),
      (
        "size", #""fields": { "Query.size": "Size" }"#,
        #""fields": { "Query.size": { "type": "Size", "codec": "C" } }"#,
        #"The field "Query.size" is "Size" by "C" here and "Size""#, "\"Query.size\""
      ),
      (
        "tags { name }", #""singulars": { "tags": "label" }"#, #""singulars": { "tags": "mark" }"#,
        #"An element of "tags" would be "Mark" in Swift and "Label""#, "\"tags\""
      ),
      (
        "error @catch(to: NULL)", #""onError": "NULL""#, #""onError": "PROPAGATE""#,
        #"Errors of "error" propagate here and do not propagate"#, "onError"
      ),
    ])
  func `a contradiction names both values, and its place`(
    _ fields: String, _ low: String, _ app: String, _ message: String, _ key: String
  ) throws {
    let configuration = "{ \"accessLevel\": \"public\", \(app) }"
    let run = try Run(
      "type Query { userId: ID error: Error size: Int tags: [Tag!] } type Tag { name: String } enum Error { GONE }",
      low: "fragment Low on Query { \(fields) }", app: "query A { ...Low }",
      lowConfiguration: "{ \"accessLevel\": \"public\"\(low.isEmpty ? "" : ", ")\(low) }",
      appConfiguration: configuration)
    #expect(run.messages.count == 1)
    let found = try #require(run.messages.first)
    let place = try #require(configuration.range(of: key))
    let column =
      configuration.distance(from: configuration.startIndex, to: place.lowerBound)
      + (key.first == "\"" ? 1 : 0)
    #expect(
      found.hasPrefix(
        "app/apus.json:1:\(column) \(message) in the module \"LowAPI\", whose fragments are spread."),
      "\(found)")
  }

  private static let colors = """
    type Query { item(color: Color, filter: Filter): Item } type Item { color: Color name: String colors: [Color!] }
    enum Color { RED } input Filter { color: Color }
    """

  /// Each row: the documents of the module below and above, the names in each, and the beginning of the message.
  @Test(
    arguments: [
      ("fragment Low on Item { color }", "query A { item { ...Low } }", "", "Hue", "Color"),
      ("fragment Low on Item { color }", "query A { item { ...Low } }", "Tint", "Hue", "Tint"),
      ("query Q { item { color } }", "query A { item { color } }", "Tint", "Hue", "Tint"),
      (
        "query Q($f: Filter) { item(filter: $f) { name } }", "query A { item { color } }", "Tint", "Hue",
        "Tint"
      ),
      ("query Q { item { color } }", "query A($c: Color) { item(color: $c) { name } }", "", "Hue", "Color"),
    ])
  func `a type has the name that it has in the module that declares it`(
    _ low: String, _ app: String, _ lowName: String, _ appName: String, _ declared: String
  ) throws {
    let run = try Run(
      Self.colors, low: low, app: app,
      lowConfiguration:
        "{ \"accessLevel\": \"public\"\(lowName.isEmpty ? "" : ", \"typeNames\": { \"Color\": \"\(lowName)\" }") }",
      appConfiguration: "{ \"typeNames\": { \"Color\": \"\(appName)\" } }")
    #expect(
      run.messages == [
        "app/apus.json:1:18 The enum \"Color\" is \"\(appName)\" here and \"\(declared)\" in the module \"LowAPI\", which declares it. "
          + "Use one name: \"typeNames\": { \"Color\": \"\(declared)\" }."
      ])
  }

  @Test func `a type that no module below declares has the name of the target`() throws {
    let run = try Run(
      Self.colors, low: "query Q { item { name } }", app: "query A { item { color } }",
      lowConfiguration: #"{ "accessLevel": "public", "typeNames": { "Color": "Tint" } }"#,
      appConfiguration: #"{ "typeNames": { "Color": "Hue" } }"#)
    #expect(run.messages.isEmpty)
    #expect(run.schemaText.contains("enum Hue"))
  }

  /// An acronym of the target changes the name of what the module below declares.
  @Test func `an acronym that renames a type of a module below is an error`() throws {
    let run = try Run(
      "type Query { kind: UrlKind } enum UrlKind { A }", low: "query Q { kind }", app: "query A { kind }",
      lowConfiguration: #"{ "accessLevel": "public" }"#, appConfiguration: #"{ "acronyms": ["URL"] }"#)
    #expect(run.messages.count == 1)
    #expect(
      run.messages.first?.hasPrefix(
        #"app/apus.json:1:3 The enum "UrlKind" is "URLKind" here and "UrlKind" in the module "LowAPI""#)
        == true, "\(run.messages)")
  }

  /// Neither sibling depends on the other, so each declares the enum.
  @Test(
    arguments: [
      ("query A { item { color } }", "let color: Left.Color?"),
      ("query A { item { ...R color name } }", "let color: Right.Color?"),
      ("query A { left: item { ...L } right: item { ...R } }", "typealias Right = RData"),
      ("query A($c: Color) { item(color: $c) { ...R name } }", "var c: GraphQLNullable<Right.Color>"),
    ])
  func `an enum that two siblings declare is qualified`(_ app: String, _ text: String) throws {
    let run = try siblings(app)
    #expect(run.messages.isEmpty)
    #expect(run.text.contains(text), "\(run.text)")
  }

  @Test(arguments: [
    "query A { item { ...L ...R } }", "query A { left: item { ...L name } right: item { ...R name } }",
  ])
  func `enums of two siblings that meet in a target's types are an error`(_ app: String) throws {
    #expect(
      try siblings(app).messages == [
        "The modules \"Left\" and \"Right\" each declare the enum \"Color\", and fields of both modules' fragments are in types of this one. "
          + "Let a module that they depend on declare it: \"schemaTypes\": \"all\" in its apus.json."
      ])
  }

  private func siblings(_ app: String) throws -> (messages: [String], text: String) {
    let folder = try TemporaryFolder([
      "s.graphqls": Self.colors, "a.graphql": app, "l.graphql": "fragment L on Item { color }",
      "r.graphql": "fragment R on Item { color }", "apus.json": #"{ "accessLevel": "public" }"#,
    ])
    let configuration = ConfigurationFile.read(folder["apus.json"]).configuration
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]],
      documents: [
        Document(path: folder["a.graphql"], output: "a.swift"),
        Document(path: folder["l.graphql"], module: "Left"),
        Document(path: folder["r.graphql"], module: "Right"),
      ],
      dependencies: [
        Dependency("Left", configuration: configuration), Dependency("Right", configuration: configuration),
      ])
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    return (
      result.diagnostics.map(\.message), result.hasErrors ? "" : try folder.text(of: "out/a.swift")
    )
  }
}
