import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures
import TestSupport
import Testing

@testable import ApusInspector

/// The record as a file.
@Suite(.timeLimit(.minutes(15))) struct RecordingTests {
  private func recorded(keepsValues: Bool) async throws -> GraphQLRecording {
    let scene = Scene([
      note("1", "confidential"), note("1", "b"), note("2", "c"),
      .json(#"{"data":{"note":null},"errors":[{"message":"confidential","path":["note"]}]}"#),
    ])
    for id in ["1", "1", "2", "3"] {
      _ = try? await scene.client.fetch(NoteQuery(id: id), policy: .networkOnly)
    }
    return scene.inspector.recording(keepsValues: keepsValues)
  }

  @Test func `a file has no values unless they are wanted`() async throws {
    let lines = try await recorded(keepsValues: false).lines
    #expect(try GraphQLValue(json: lines[0])["redacted"] == true)
    #expect(!lines.contains { $0.contains("confidential") || $0.contains("Bearer") || $0.contains("home") })
    let kept = try await recorded(keepsValues: true).lines
    #expect(kept.contains { $0.contains("confidential") })
    #expect(!kept.contains { $0.contains("Bearer") || $0.contains("home") })
    #expect(kept.count == lines.count)
    for line in kept { _ = try GraphQLValue(json: line) }
  }

  @Test func `a file without values has documents without literals`() async throws {
    let scene = Scene([.json(#"{"data":{"note":null}}"#)])
    _ = try await scene.client.fetch(LiteralQuery(), policy: .networkOnly)
    let documents = try scene.inspector.recording().lines.compactMap { line in
      try GraphQLValue(json: line)["document"].string
    }
    #expect(documents == [#"query Literal{note(id:"s1"){id text ___:__typename}}"#])
  }

  @Test func `a recording is replayed`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path + "/report.jsonl")
    try await recorded(keepsValues: true).write(to: file)
    let client = GraphQLClient(
      url: file, transport: try GraphQLRecordedResponses.replayingTransport(recording: file))
    var texts: [String?] = []
    for id in ["1", "2", "1", "1"] { texts.append(try await client.fetch(NoteQuery(id: id)).note?.text) }
    #expect(texts == ["confidential", "c", "b", "b"])
    await #expect(throws: GraphQLClientError.self) { try await client.fetch(NoteQuery(id: "3")) }
    await #expect { try await client.fetch(NoteQuery(id: "4")) } throws: {
      "\($0)".contains("no response to Note")
    }
  }

  @Test func `a recording without values is not replayed, nor is another file`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path + "/report.jsonl")
    try await recorded(keepsValues: false).write(to: file)
    #expect { try GraphQLRecordedResponses.replayingTransport(recording: file) } throws: {
      "\($0)".contains("keepsValues: true")
    }
    for text in ["", "{}\n", "x", "{\"type\":\"operation\"}\n"] {
      try Data(text.utf8).write(to: file)
      #expect { try GraphQLRecordedResponses.replayingTransport(recording: file) } throws: {
        "\($0)".contains("is not a recording")
      }
    }
  }
}

/// A query with a value in its document.
private struct LiteralQuery: GraphQLQuery {
  typealias Data = NoteQuery.Data

  static let operationName = "Literal"
  static let operationID = ""
  static let operationDocument = #"query Literal{note(id:"confidential"){id text ___:__typename}}"#

  func _write(to w: inout GraphQLWriter) {}
}
