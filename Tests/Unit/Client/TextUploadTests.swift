import Apus
import ApusTesting
import Foundation
import Testing

@testable import ApusClient

/// The places of files in the variables of a document as text.
@Suite(.timeLimit(.minutes(15))) struct TextUploadTests {
  private static let document = "mutation Send($a: In, $b: [Upload!]) { send(a: $a, b: $b) }"
  private static let file = GraphQLUpload(data: Data("content".utf8), fileName: "a.txt")

  /// The variables that are sent, or the error.
  private func sent(_ variables: [String: GraphQLValue], _ places: GraphQLPath...) async throws -> String {
    let server = GraphQLScriptedTransport([.json(#"{"data":{"send":true}}"#)])
    let uploads = Dictionary(uniqueKeysWithValues: places.map { ($0, Self.file) })
    let text = try GraphQLText(Self.document, variables: variables, uploads: uploads)
    if let error = await clientError({ _ = try await client(server).perform(text) }) {
      return error.description
    }
    let body = try #require(server.requests.first?.bodyText)
    let start = try #require(body.range(of: #""variables":"#)?.upperBound)
    return String(body[start...].prefix { $0 != "\r\n" }.dropLast())
  }

  @Test func `objects and lists around a file are made where they are missing`() async throws {
    #expect(try await sent([:], ["a", "b", "c"]) == #"{"a":{"b":{"c":null}}}"#)
    #expect(try await sent(["a": nil], ["a", "b", 0]) == #"{"a":{"b":[null]}}"#)
    #expect(try await sent(["a": ["x": 1]], ["a", "y"]) == #"{"a":{"x":1,"y":null}}"#)
    #expect(try await sent(["b": []], ["b", 1], ["b", 0], ["b", 2]) == #"{"b":[null,null,null]}"#)
  }

  @Test func `a place that other files exclude is named`() async throws {
    #expect(
      try await sent([:], ["a", "x"], ["a", 0])
        == "the file \"a.txt\" has no place in the variables: the path \"a.x\" does not exist")
    #expect(
      try await sent(["b": []], ["b", 1])
        == "the file \"a.txt\" has no place in the variables: the path \"b[1]\" does not exist")
  }

  @Test func `a text is a file's mark only for the request that made it`() {
    let (collector, other) = (UploadCollector(), UploadCollector())
    #expect([collector.mark(for: Self.file), collector.mark(for: Self.file)].map(collector.index) == [0, 1])
    let texts = [other.mark(for: Self.file), "0", "1", "upload-0-0-0"]
    #expect(texts.allSatisfy { collector.index(ofMark: $0) == nil })
  }

  @Test func `errors without a path are of no field`() async throws {
    let server = GraphQLScriptedTransport([
      .json(#"{"data":null,"errors":[{"message":"a","path":["hello",0]},{"message":"b"}]}"#)
    ])
    let response = try await client(server).response(for: GraphQLText("{ hello }"))
    #expect(response.errors(at: ["hello"]).map(\.message) == ["a"])
    #expect(response.errors(at: []).map(\.message) == ["a"] && response.errors.count == 2)
  }
}
