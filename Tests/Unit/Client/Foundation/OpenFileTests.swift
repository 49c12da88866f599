import ApusPlatform
import Foundation
import Testing

/// What `FoundationEssentials` lacks.
@Suite(.timeLimit(.minutes(15))) struct OpenFileTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent(
    "apus-\(UUID().uuidString)")

  @Test func `what was written is read piece by piece`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("an older and longer text".utf8).write(to: file)
    do {
      let output = try OpenFile(forWriting: file)
      try output.write(Data("some ".utf8))
      try output.write(Data())
      try output.write(Data("text".utf8))
    }
    let input = try OpenFile(forReading: file)
    #expect(try input.read(upToCount: 6) == Data("some t".utf8))
    #expect(try input.read(upToCount: 100) == Data("ext".utf8))
    #expect(try input.read(upToCount: 100).isEmpty)
  }

  @Test func `a file that cannot be opened says why`() {
    let error = #expect(throws: SystemError.self) { try OpenFile(forReading: file) }
    #expect(error?.text == "No such file or directory")
    let failure = #expect(throws: SystemError.self) {
      try OpenFile(forReading: URL(fileURLWithPath: "/")).read(upToCount: 1)
    }
    #expect(failure?.code == EISDIR)
  }

  @Test func `descriptors are closed`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("a".utf8).write(to: file)
    for _ in 0...mostDescriptors { _ = try OpenFile(forReading: file) }
    for _ in 0...mostDescriptors { _ = try OpenFile(forWriting: file) }
  }

  @Test func `errors of files have words`() {
    let error = #expect(throws: (any Error).self) {
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: "/proc/none"), withIntermediateDirectories: false)
    }
    #expect(error?.text.contains("UserInfo") == false)
    #expect(CocoaError(.fileNoSuchFile).text.isEmpty == false)
  }

  @Test(arguments: [
    ("a", "a"), (" \t a b\t ", "a b"), ("", ""), (" \t", ""), ("\u{a0}é ", "\u{a0}é"), (" \r\n ", "\r\n"),
  ])
  func `spaces and tabs are cut off`(_ text: String, _ trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text[...].trimmed == trimmed)
  }
}
