import ApusInspectorPage
import ApusSource
import Testing

@testable import ApusTool

/// Recordings, as the page of `apus inspect` gets them.
@Suite(.timeLimit(.minutes(15))) struct RecordingContentTests {
  private static let session = #"{"type":"session","version":1}"#

  private func content(_ lines: String...) -> RecordingContent {
    RecordingContent(SourceFile(path: "report.jsonl", text: lines.joined(separator: "\n")))
  }

  @Test func `a file that is not a recording is refused`() {
    for text in ["", "x", "{}", #"{"type":"note","id":1}"#] {
      #expect(content(text).fault?.contains("not a recording") == true)
    }
    #expect(content(#"{"type":"session","version":2}"#).fault?.contains("version 1") == true)
    #expect(content(Self.session, "x").fault?.hasPrefix("Line 2 ") == true)
    #expect(content(Self.session).fault == nil)
  }

  @Test func `a stream begins with the session, and resumes at any number`() {
    let recording = content(Self.session, #"{"type":"note","id":1}"#, #"{"type":"note","id":2}"#)
    let expected: [(sequence: Int, count: Int)] = [(0, 3), (1, 2), (2, 1), (9, 1), (.max, 1), (.min, 3)]
    for (sequence, count) in expected {
      var cursor = InspectorCursor(sequence: sequence)
      let texts = recording.records(after: &cursor, limit: 10)
      #expect(texts.count == count && texts.first.map { $0.elementsEqual(Self.session.utf8) } == true)
      #expect(recording.records(after: &cursor, limit: 10).isEmpty)
    }
  }
}
