import Foundation
import Testing

@testable import ApusSwiftModel

/// Each pass makes the recorded text of each of its documents. With `UPDATE_GOLDEN=1` it is recorded.
@Suite(.timeLimit(.minutes(15))) struct PassFixtureTests {
  /// A document in `Fixtures/<pass>/`; its text is next to it.
  struct Fixture: CustomTestStringConvertible, Sendable {
    let pass: PassText
    let document: URL

    var testDescription: String { "\(pass)/\(document.deletingPathExtension().lastPathComponent)" }
    var expected: URL { document.deletingPathExtension().appendingPathExtension("txt") }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")

    static let all: [Fixture] = PassText.allCases.flatMap { pass in
      let folder = folder.appendingPathComponent(pass.rawValue)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".graphql") }.sorted().map {
        Fixture(pass: pass, document: folder.appendingPathComponent($0))
      }
    }
  }

  @Test(arguments: Fixture.all) func `A pass makes what is recorded`(_ fixture: Fixture) throws {
    let schema = Fixture.folder.appendingPathComponent("schema.graphqls")
    let run = PassRun(
      try String(contentsOf: fixture.document, encoding: .utf8),
      schema: try String(contentsOf: schema, encoding: .utf8))
    let text = fixture.pass.text(run)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: fixture.expected)
    }
    let recorded = try? String(contentsOf: fixture.expected, encoding: .utf8)
    #expect(text == recorded, "Record it with UPDATE_GOLDEN=1 if that is right.")
  }

  @Test func `Every pass has fixtures, and every text a document`() throws {
    for pass in PassText.allCases {
      let folder = Fixture.folder.appendingPathComponent(pass.rawValue)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { $0 as NSString }
      let documents = Set(names.filter { $0.pathExtension == "graphql" }.map(\.deletingPathExtension))
      let texts = Set(names.filter { $0.pathExtension == "txt" }.map(\.deletingPathExtension))
      #expect(!documents.isEmpty && documents == texts, "\(pass)")
    }
  }
}
