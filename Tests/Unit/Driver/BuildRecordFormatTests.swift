import ApusSource
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct BuildRecordFormatTests {
  private let files = [
    SourceFile(path: "a.graphql", text: "query A { a }"),
    SourceFile(path: "b.graphql", text: "query B { b }"),
  ]
  private var format: BuildRecordFormat { BuildRecordFormat(files: files) }

  private func fingerprint(_ text: String) -> Fingerprint {
    var result = Fingerprint()
    result.add(text)
    return result
  }

  private var warnings: [Diagnostic] {
    [
      Diagnostic(
        .warning, .givenTwice, "One \"é\".",
        at: [SourceRange(file: files[1], start: 0, end: 5), SourceRange(file: files[0], start: 6, end: 7)],
        notes: [
          Diagnostic.Note("There.", at: SourceRange(file: files[0], start: 10, end: 11)),
          Diagnostic.Note("So."),
        ]),
      Diagnostic(.warning, .unreadableFile, "Two.", path: "p/q.graphql"),
    ]
  }

  private func read(
    _ text: String, inputs: String = "in", outputs: String? = "out"
  ) -> [Diagnostic]? {
    format.warnings(in: SourceFile(path: "record", text: text), fingerprint(inputs)) {
      outputs.map(fingerprint)
    }
  }

  @Test func `warnings are read as they were written`() throws {
    let text = try #require(format.text(fingerprint("in"), fingerprint("out"), warnings))
    let found = try #require(read(text))
    #expect(found.map(\.severity) == [.warning, .warning])
    #expect(found.map(\.code) == [.givenTwice, .unreadableFile])
    #expect(found.map(\.message) == ["One \"é\".", "Two."])
    #expect(found.map(\.path) == [nil, "p/q.graphql"])
    #expect(found[0].ranges.map { [$0.start, $0.end] } == [[0, 5], [6, 7]])
    #expect(found[0].ranges.map(\.file.path) == ["b.graphql", "a.graphql"])
    #expect(found[0].notes.map(\.message) == ["There.", "So."])
    #expect(found[0].notes.map { $0.range?.start } == [10, nil])
    #expect(found[0].notes.first?.range?.file === files[0])
    #expect(found[1].ranges.isEmpty && found[1].notes.isEmpty)
    let none = try #require(format.text(fingerprint("in"), fingerprint("out"), []))
    #expect(read(none)?.isEmpty == true)
  }

  @Test func `a record of another run is no record`() throws {
    let text = try #require(format.text(fingerprint("in"), fingerprint("out"), warnings))
    #expect(read(text, outputs: "other") == nil)
    #expect(read(text, outputs: nil) == nil)
    var isAsked = false
    let source = SourceFile(path: "record", text: text)
    let other = format.warnings(in: source, fingerprint("other")) {
      isAsked = true
      return fingerprint("out")
    }
    // Reading all outputs takes longest.
    #expect(other == nil && !isAsked)
  }

  @Test func `a damaged record is no record`() throws {
    let text = try #require(format.text(fingerprint("in"), fingerprint("out"), warnings))
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      #expect(read(String(decoding: damaged, as: UTF8.self)) == nil, "\(place)")
      #expect(read(String(decoding: bytes[..<place], as: UTF8.self)) == nil, "\(place)")
    }
    #expect(read(text + "\n") == nil)
    #expect(read("\n" + text) == nil)
  }

  @Test func `a warning about a text of another run is not recorded`() {
    let other = SourceFile(path: "a.graphql", text: "query A { a }")
    let range = SourceRange(file: other, start: 0, end: 1)
    for warning in [
      Diagnostic(.warning, .givenTwice, "", at: [SourceRange(file: files[0], start: 0, end: 1), range]),
      Diagnostic(.warning, .givenTwice, "", notes: [Diagnostic.Note("", at: range)]),
    ] {
      #expect(format.text(fingerprint("in"), fingerprint("out"), [warning]) == nil)
    }
  }
}
