import Apus
import Foundation
import Testing

/// The public JSON test suite, where it lies: `APUS_JSON_TEST_SUITE` names the folder of its cases. `y_` must be accepted,
/// `n_` rejected. What the standard leaves open, `i_`, is decided so:
///
/// | cases | here |
/// |---|---|
/// | numbers of any size | accepted as ``GraphQLNumber``, which is exact; refused where an `Int` or `Double` cannot hold them |
/// | escaped surrogates that are no pair | accepted: each is U+FFFD |
/// | text that is not UTF-8, UTF-16, a byte-order mark | refused |
/// | 500 nested lists | accepted: the limit is 512 unless the caller sets another |
@Suite(.timeLimit(.minutes(15))) struct JSONTestSuiteTests {
  static let folder = ProcessInfo.processInfo.environment["APUS_JSON_TEST_SUITE"] ?? ""

  @Test(.enabled(if: !folder.isEmpty)) func `every case`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
      $0.hasSuffix(".json")
    }
    #expect(names.count > 300)
    for name in names {
      let json = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name)))
      let isAccepted = (try? GraphQLValue(json: json)) != nil
      let isSkipped = (try? Nothing(json: Array(#"{"skipped":"#.utf8) + json + Array("}".utf8))) != nil
      let isRead = (try? ReadWithinObject(json: Array(#"{"read":"#.utf8) + json + Array("}".utf8))) != nil
      let isExpected =
        name.hasPrefix("y_") || name.hasPrefix("i_number_") || name == "i_structure_500_nested_arrays.json"
        || name.hasPrefix("i_") && Self.isEscapedSurrogate(name)
      #expect(isAccepted == isExpected, "\(name)")
      // An empty text has no value, and one with a closing bracket too many closes the object around it.
      #expect(isSkipped == isExpected && isRead == isExpected, "\(name)")
    }
  }

  private static func isEscapedSurrogate(_ name: String) -> Bool {
    name.contains("surrogate") && !name.contains("UTF8")
  }

  struct ReadWithinObject: GraphQLObject {
    let read: GraphQLValue
    init(_reading reader: inout GraphQLReader) throws { read = try reader.value("read") }
    func _write(to writer: inout GraphQLWriter) { writer.value("read", read) }
  }
}
