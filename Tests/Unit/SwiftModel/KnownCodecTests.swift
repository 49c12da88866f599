import Foundation
import TestSupport
import Testing

@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct KnownCodecTests {
  @Test func `the compiler knows the codecs that the runtime declares`() throws {
    let scalars = Repository.folder.appending(path: "Sources/Runtime/Apus/Scalars")
    var declared: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: scalars.path())
    where name.hasSuffix(".swift") {
      let text = try String(contentsOf: scalars.appending(path: name), encoding: .utf8)
      for match in text.matches(of: /public enum (GraphQL\w+Codec)\b/) { declared.insert(String(match.1)) }
    }
    #expect(declared == Set(KnownCodec.all.map(\.name)))
  }

  @Test func `each codec returns the type whose entry it is in`() {
    for codec in KnownCodec.all {
      #expect(KnownSwiftType(codec.type)?.codecs.contains(codec.name) == true, "\(codec.name)")
    }
  }

  @Test(
    arguments: [
      ("https://scalars.graphql.org/andimarek/date-time", "GraphQLDateTimeCodec"),
      ("https://www.rfc-editor.org/rfc/RFC4122", "GraphQLUUIDCodec"),
      ("https://url.spec.whatwg.org", "GraphQLURLCodec"), ("https://example.org/money", nil),
    ] as [(String, String?)])
  func `an address of a specification chooses its codec`(url: String, codec: String?) {
    #expect(KnownCodec(specifiedBy: url)?.name == codec)
  }

  @Test func `no scalar's name is in the table twice`() {
    let names = KnownSwiftType.table.flatMap { $0.scalars + $0.knownCodecs.flatMap(\.scalars) }
    #expect(Set(names).count == names.count)
  }
}
