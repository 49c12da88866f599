import Foundation
import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct FileSystemTests {
  @Test func `reads a file with its sentinel`() throws {
    let folder = try TemporaryFolder(["a.graphql": "{ a }"])
    let source = try FileSystem.read(folder["a.graphql"])
    #expect(source.text(0, source.count) == "{ a }")
    #expect((0..<4).allSatisfy { source.bytes[source.count + $0] == 0 })
  }

  @Test func `reads an empty file`() throws {
    let folder = try TemporaryFolder(["a": ""])
    #expect(try FileSystem.read(folder["a"]).count == 0)
  }

  @Test func `says why a file cannot be read`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.self) { try FileSystem.read(folder["missing"]) }
    do {
      _ = try FileSystem.read(folder.path)
      Issue.record("a folder was read")
    } catch {
      #expect(error.reason == "Is a directory")
    }
  }

  @Test func `resolves links as far as the path exists`() throws {
    let (folder, other) = (try TemporaryFolder(["a/b": ""]), try TemporaryFolder())
    let real = FileSystem.resolved(folder.path)
    try FileManager.default.createSymbolicLink(atPath: other["link"], withDestinationPath: folder["a"])
    #expect(FileSystem.resolved(other["link/b"]) == real + "/a/b")
    #expect(FileSystem.resolved(other["link/missing/c"]) == real + "/a/missing/c")
    #expect(FileSystem.resolved(folder["missing"]) == real + "/missing")
    #expect(FileSystem.resolved("/") == "/")
    #expect(FileSystem.resolved("missing") == "missing")
  }

  @Test func `lists names in the order of their bytes`() throws {
    let folder = try TemporaryFolder(["b": "", "B": "", "ä": "", "a": ""])
    #expect(try FileSystem.names(in: folder.path) == ["B", "a", "b", "ä"])
  }

  @Test func `replaces a file in one step`() throws {
    let folder = try TemporaryFolder(["a": "old"])
    try replace(folder["a"], "new")
    #expect(try folder.text(of: "a") == "new")
    #expect(try folder.names == ["a"])
  }

  @Test func `replaces a link instead of what it leads to`() throws {
    let folder = try TemporaryFolder(["outside": "kept"])
    try FileManager.default.createSymbolicLink(atPath: folder["a"], withDestinationPath: folder["outside"])
    try replace(folder["a"], "new")
    #expect(try folder.text(of: "a") == "new")
    #expect(try folder.text(of: "outside") == "kept")
  }

  @Test func `writes where a link leads`() throws {
    let folder = try TemporaryFolder(["schema": "old"])
    try FileManager.default.createSymbolicLink(atPath: folder["a"], withDestinationPath: folder["schema"])
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder["schema"])
    try FileSystem.write("new", to: folder["a"])
    #expect(try folder.text(of: "schema") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["a"]) == folder["schema"])
    let permissions = try FileManager.default.attributesOfItem(atPath: folder["schema"])[.posixPermissions]
    #expect(permissions as? Int == 0o640)
  }

  /// `--output /dev/stdout` once put a file in place of the device.
  @Test func `writes into what is no file`() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let reader = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try FileSystem.write("text", to: folder["pipe"])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader, &bytes, 8) == 4)
    #expect(FileSystem.kind(of: folder["pipe"]) == .other)
    #expect(try folder.names == ["pipe"])
  }

  /// As `/dev/stdout` is in a pipeline: a link to a pipe that has no path.
  @Test func `writes into a pipe without a path`() throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    try FileSystem.write("text", to: path)
    #expect(try pipe.fileHandleForReading.read(upToCount: 4) == Data("text".utf8))
    #expect(FileSystem.kind(of: path) == .other)
  }

  /// A compiler that compares whole seconds must see each of several edits within one.
  @Test func `dates each replacement in a later second`() throws {
    let folder = try TemporaryFolder()
    var seconds: [Int] = []
    for text in ["a", "b", "a", "c"] {
      try FileSystem.write(text, to: folder["x"])
      seconds.append(try second(of: folder["x"]))
    }
    #expect(Set(seconds).count == 4)
    #expect(seconds == seconds.sorted())
    try FileSystem.write("c", to: folder["x"])
    #expect(try second(of: folder["x"]) == seconds.last)
  }

  @Test func `keeps up with no date far ahead`() throws {
    let folder = try TemporaryFolder(["x": "a"])
    let ahead = Date(timeIntervalSinceNow: 86_400)
    try FileManager.default.setAttributes([.modificationDate: ahead], ofItemAtPath: folder["x"])
    try FileSystem.write("b", to: folder["x"])
    #expect(try second(of: folder["x"]) < Int(ahead.timeIntervalSince1970) - 3_600)
  }

  /// When a file was written, in seconds since 1970.
  private func second(of path: String) throws -> Int {
    let state = try #require(FileSystem.state(of: path))
    return state.modified / 1000
  }

  @Test func `knows whether a file holds some bytes`() throws {
    let folder = try TemporaryFolder(["a": "abc"])
    #expect(holds("abc", at: folder["a"]))
    #expect(!holds("abd", at: folder["a"]))
    #expect(!holds("ab", at: folder["a"]))
    #expect(!holds("abc", at: folder["b"]))
    #expect(!holds("", at: folder.path))
    try folder.write("", to: "empty")
    #expect(holds("", at: folder["empty"]) && !holds("", at: folder["a"]))
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    #expect(!holds("", at: folder["pipe"]))
  }

  @Test func `deletes only what an ended process left`() throws {
    // No process has the largest number; this one runs.
    let ended = "a.swift.apusc-2147483647"
    let running = "a.swift.apusc-\(ProcessInfo.processInfo.processIdentifier)"
    let others = ["a.apusc-x", "a.apusc-", "a.swift", "2147483647", ".apusc-2147483647.swift", running]
    let folder = try TemporaryFolder([ended: "", ".apusc-2147483647": ""])
    for name in others { try folder.write("", to: name) }
    try FileSystem.removeLeftovers(in: folder.path)
    #expect(try folder.names == others.sorted())
  }

  private func replace(_ path: String, _ text: String) throws {
    var text = text
    try text.withUTF8 { try FileSystem.replace(path, with: $0) }
  }

  private func holds(_ text: String, at path: String) -> Bool {
    var text = text
    return text.withUTF8 { FileSystem.holds($0, at: path) }
  }
}
