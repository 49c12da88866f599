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
        #""userId" becomes "userID" here, but "userId""#,
        "acronyms"
      ),
      (
        "userId", "", #""identifiers": true"#, "Identifiers have their own types here, but do not have",
        "identifiers"
      ),
      (
        "userId", #""identifiers": true"#, #""identifiers": false"#,
        "Identifiers do not have their own types here, but have", "identifiers"
      ),
      (
        "size", "", #""fields": { "Query.size": "Size" }"#,
        #"The field "Query.size" is "Size" here, but the scalar's type"#, "\"Query.size\""
      ),
      (
        "size", #""fields": { "Query.size": "Size" }"#,
        #""fields": { "Query.size": { "type": "Size", "codec": "C" } }"#,
        #"The field "Query.size" is "Size" with "C" here, but "Size""#, "\"Query.size\""
      ),
      (
        "tags { name }", #""singulars": { "tags": "label" }"#, #""singulars": { "tags": "mark" }"#,
        #"An element of "tags" becomes "Mark" here, but "Label""#, "\"tags\""
      ),
      (
        "error @catch(to: NULL)", #""onError": "NULL""#, #""onError": "PROPAGATE""#,
        #"Errors of "error" propagate here, but do not propagate"#, "onError"
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
        "app/apus.json:1:18 The enum \"Color\" is called \"\(appName)\" here, but \"\(declared)\" in the module \"LowAPI\", which declares it. Use one name: \"typeNames\": { \"Color\": \"\(declared)\" }."
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

  /// The Swift type of a scalar reserves its name, so the enum of that name gets another one.
  @Test func `an error about a type with two names points at the key that renames it`() throws {
    let run = try Run(
      "type Query { color: Color } enum Color { RED } scalar Paint", low: "query Q { color }",
      app: "query A { color }", lowConfiguration: #"{ "accessLevel": "public" }"#,
      appConfiguration: #"{ "scalars": { "Paint": { "type": "Color", "imports": ["Paints"] } } }"#)
    #expect(
      run.messages == [
        #"app/apus.json:1:3 The enum "Color" is called "ColorKind" here, but "Color" in the module "LowAPI", which declares it. Use one name: "typeNames": { "Color": "Color" }."#
      ])
  }

  /// An acronym of the target changes the name of what the module below declares.
  @Test func `an acronym that renames a type of a module below is an error`() throws {
    let run = try Run(
      "type Query { kind: UrlKind } enum UrlKind { A }", low: "query Q { kind }", app: "query A { kind }",
      lowConfiguration: #"{ "accessLevel": "public" }"#, appConfiguration: #"{ "acronyms": ["URL"] }"#)
    #expect(run.messages.count == 1)
    #expect(
      run.messages.first?.hasPrefix(
        #"app/apus.json:1:3 The enum "UrlKind" is called "URLKind" here, but "UrlKind" in the module "LowAPI""#
      )
        == true, "\(run.messages)")
  }
}
