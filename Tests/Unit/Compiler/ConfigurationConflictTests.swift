import ApusDiagnostics
import Foundation
import Testing

@testable import ApusCompiler

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
        "error", "", #""typeNames": { "Error": "Failure" }"#,
        #"The enum "Error" is "Failure" here and "Error""#,
        "\"Error\""
      ),
      (
        "error", #""typeNames": { "Error": "Failure" }"#, #""typeNames": { "Error": "Mistake" }"#,
        #"The enum "Error" is "Mistake" here and "Failure""#, "\"Error\""
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
}
