import Apus
import Foundation
import Testing

/// A `@oneOf` input object has exactly one of its members.
@Suite(.timeLimit(.minutes(15))) struct OneOfTests {
  private func refused(_ text: String) -> (direct: GraphQLDecodingError?, codable: (any Error)?) {
    let direct = #expect(throws: GraphQLDecodingError.self) {
      try DecodableOneOf.FindQuery(json: Array(text.utf8))
    }
    let codable = #expect(throws: (any Error).self) {
      try JSONDecoder().decode(DecodableOneOf.FindQuery.self, from: Data(text.utf8))
    }
    return (direct, codable)
  }

  @Test func `one member decodes`() throws {
    let query = try DecodableOneOf.FindQuery(json: Array(#"{"by":{"inner":{"name":"n"}}}"#.utf8))
    #expect(query.by == .inner(.name("n")))
  }

  @Test func `two members are refused`() {
    let error = refused(#"{"by":{"id":"1","name":"n"}}"#)
    #expect(error.direct?.path == ["by"])
    #expect(error.direct?.kind == .invalidValue)
    #expect("\(error.direct.map(String.init(describing:)) ?? "")".contains("found id, name"))
    #expect(error.codable is DecodingError)
    // A null counts: the server refuses it too.
    _ = refused(#"{"by":{"id":"1","name":null}}"#)
  }

  @Test func `no member is refused`() {
    #expect(refused(#"{"by":{}}"#).direct?.kind == .missingKey)
  }
}
