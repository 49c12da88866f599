import Foundation
import TestSupport
import Testing

/// What comes out for each case is what is recorded; with `UPDATE_GOLDEN=1` it is recorded.
@Suite(.computing, .timeLimit(.minutes(15))) struct GoldenTests {
  private static let isRecording = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

  @Test(arguments: GoldenCase.all)
  func `a case generates what it expects`(_ golden: GoldenCase) throws {
    let outcome = golden.run()
    #expect(outcome.differences == [])
    var expected: [URL: String] = [:]
    for (name, text) in outcome.files { expected[golden.expectedFolder.appendingPathComponent(name)] = text }
    if !outcome.diagnostics.isEmpty { expected[golden.diagnosticsFile] = outcome.diagnostics }
    if !outcome.shapes.isEmpty { expected[golden.shapeFile] = outcome.shapes }
    let known =
      golden.expectedNames.map { golden.expectedFolder.appendingPathComponent($0) }
      + [golden.diagnosticsFile, golden.shapeFile]
    for file in known where expected[file] == nil && FileManager.default.fileExists(atPath: file.path) {
      if GoldenTests.isRecording {
        try FileManager.default.removeItem(at: file)
      } else {
        Issue.record("\(file.lastPathComponent) is expected and did not come out.\n\(outcome.diagnostics)")
      }
    }
    for (file, text) in expected { try compare(text, with: file) }
    #expect(!expected.isEmpty, "Nothing came out: is there a document?")
  }

  /// The table by which GeneratedCodeTests finds the types of each case's responses.
  @Test func `golden operations`() throws {
    let lines = GoldenCase.all.flatMap { golden in
      golden.run().operations.map {
        "    \"\(golden.topic)/\(golden.name)/\($0)\": .init(\(golden.name).\($0).self),\n"
      }
    }
    let text = """
      // swift-format-ignore-file
      // Recorded by GoldenTests: the operations of all cases.

      extension GoldenOperation {
        static let all: [String: GoldenOperation] = [
      \(lines.joined())  ]
      }

      """
    try compare(text, with: GoldenCase.expected.appendingPathComponent("GoldenOperation+All.swift"))
  }

  @Test(arguments: GoldenCase.all)
  func `documents say what they pin`(_ golden: GoldenCase) throws {
    for name in GoldenCase.names(in: golden.folder) where name.hasSuffix(".graphql") {
      let file = golden.folder.appendingPathComponent(name)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.hasPrefix("# "), "\(name) begins without a comment that says what it pins.")
    }
  }

  @Test func `names tell cases apart`() {
    let names = GoldenCase.all.map(\.name)
    #expect(Set(names).count == names.count, "A case's name is its namespace in Swift: two cases share one.")
  }

  @Test func `every expected file has a case`() {
    for topic in GoldenCase.names(in: GoldenCase.expected) where !topic.hasSuffix(".swift") {
      for file in GoldenCase.names(in: GoldenCase.expected.appendingPathComponent(topic)) {
        let isOfACase = GoldenCase.all.contains { $0.topic == topic && file.hasPrefix($0.name + ".") }
        #expect(isOfACase, "\(topic)/\(file) belongs to no case.")
      }
    }
  }

  private func compare(_ text: String, with file: URL) throws {
    if GoldenTests.isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    if let difference = TextDifference.between(text, and: recorded ?? "") {
      Issue.record(
        "\(file.lastPathComponent) differs, \(difference)\nRecord it with UPDATE_GOLDEN=1 if that is right.")
    }
  }
}
