import Foundation
import Testing

/// `apusc generate --watch` as a process, from its first line to Ctrl-C.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
  private final class Watching {
    let process = Process()
    private let output = Pipe()
    private var text = ""

    init(_ folder: String) throws {
      process.executableURL = try #require(
        Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("apusc"))
      process.arguments = ["generate", "--watch", "--output", folder + "/Generated", folder]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    /// The next line.
    func line() throws -> String {
      while !text.contains("\n") {
        let data = output.fileHandleForReading.availableData
        try #require(!data.isEmpty, "it ended: \(text)")
        text += String(decoding: data, as: UTF8.self)
      }
      let end = text.firstIndex(of: "\n") ?? text.startIndex
      defer { text = String(text[text.index(after: end)...]) }
      return String(text[..<end])
    }

    /// Ends it as a terminal does.
    func end() -> Int32 {
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  @Test(.timeLimit(.minutes(5))) func `watches until it is interrupted`() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name), options: .atomic)
    }
    try write("type Query { a: Int b: Int }", "schema.graphqls")
    try write("query A { a }", "A.graphql")
    let watching = try Watching(folder)
    #expect(try watching.line().hasPrefix("1 document: 1 file written, "))
    try write("query A { b }", "A.graphql")
    #expect(try watching.line().contains("/A.graphql: 1 file written, "))
    // In a folder that is new as well.
    try FileManager.default.createDirectory(atPath: folder + "/Views", withIntermediateDirectories: true)
    try write("query B { b }", "Views/B.graphql")
    #expect(try watching.line().contains("/Views/B.graphql: 1 file written, "))
    try write("query B { c }", "Views/B.graphql")
    #expect(try watching.line().contains("/Views/B.graphql: 1 error, no file is written."))
    #expect(watching.end() == 1)
    #expect(FileManager.default.fileExists(atPath: folder + "/Generated/Views_B.graphql.swift"))

    try write("query B { a }", "Views/B.graphql")
    let again = try Watching(folder)
    #expect(try again.line().hasPrefix("2 documents: 1 file written, "))
    try FileManager.default.removeItem(atPath: folder + "/Views")
    #expect(try again.line().contains("1 file deleted"))
    #expect(again.end() == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/Generated").sorted()
    #expect(names == ["A.graphql.swift"])
  }
}
