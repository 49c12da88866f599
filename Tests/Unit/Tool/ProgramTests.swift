import Foundation
import TestSupport
import Testing

/// The programs as processes: what a shell sees of them.
@Suite(.timeLimit(.minutes(15))) struct ProgramTests {
  private static let programs = ["apusc", "apus-tool", "apus-mock", "apus-language-server"]

  @Test(arguments: programs)
  func `help goes to standard output and succeeds`(_ program: String) throws {
    let output = Pipe()
    #expect(try status(of: program, ["--help"], output: output) == 0)
    #expect(try output.fileHandleForReading.readToEnd()?.isEmpty == false)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: programs)
  func `a result that cannot be written is a failure`(_ program: String) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let failure = Pipe()
    #expect(try status(of: program, ["--help"], output: full, failure: failure) == 1)
    #expect(
      try failure.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        == "error: Standard output cannot be written: No space left on device.\n")
  }

  @Test func `a reader that closes the pipe is told nothing`() throws {
    let output = Pipe()
    try output.fileHandleForReading.close()
    let failure = Pipe()
    #expect(try status(of: "apus-tool", ["--help"], output: output, failure: failure) != 0)
    #expect(try failure.fileHandleForReading.readToEnd() == nil)
  }

  @Test func `standard input is a document, a schema or a file to lay out`() throws {
    let folder = try TemporaryFolder(["s.graphqls": "type Query { a: Int }", "A.graphql": "query A { a }"])
    let schema = folder["s.graphqls"]
    let document = folder["A.graphql"]
    for (arguments, input, code, expected) in [
      (["print", "--schema", schema, "-"], "query A { a }", 0, "query A{a}\n"),
      (
        ["check", "--format", "github", "--schema", schema, "-"], "{ b }", 1,
        "::error file=<stdin>,line=1,col=3,"
      ),
      (["check", "--schema", "-", document], "type Query { a: Int }", 0, ""),
      (["print", "--schema", "-", document], introspection, 0, "query A{a}\n"),
      (
        ["diff", schema, "-", document, "--format", "github"], "type Query { b: Int }", 1,
        "::error file=\(document),line=1,col=11,"
      ),
      (["diff", "-", schema, document], "type Query { a: Int b: Int }", 0, ""),
      (["diff", schema, schema, "-"], "{ a }", 0, ""), (["format", "-"], "{a}", 0, "{\n  a\n}\n"),
      (["generate", "--output", folder.path, "-"], "{ a }", 2, ""),
    ] {
      let output = Pipe()
      let given = Pipe()
      given.fileHandleForWriting.write(Data(input.utf8))
      try given.fileHandleForWriting.close()
      #expect(try status(of: "apus-tool", arguments, output: output, input: given) == code, "\(arguments)")
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(text.hasPrefix(expected), "\(arguments): \(text)")
    }
  }

  private let introspection = """
    {"data": {"__schema": {"queryType": {"name": "Query"}, "directives": [], "types": [{"kind": "OBJECT",
     "name": "Query", "interfaces": [], "fields": [{"name": "a", "args": [], "isDeprecated": false,
     "type": {"kind": "SCALAR", "name": "Int"}}]}, {"kind": "SCALAR", "name": "Int"}]}}}
    """

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      ["explain"], ["configuration"], ["check", "--help"], ["print", "--schema", "-", "A"], ["format", "-"],
      ["check", "--format", "sarif", "-"],
    ])
  func `no command succeeds if its result cannot be written`(_ arguments: [String]) throws {
    let folder = try TemporaryFolder(["A.graphql": "query A { a }"])
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let given = Pipe()
    given.fileHandleForWriting.write(Data("type Query { a: Int b: Int }".utf8))
    try given.fileHandleForWriting.close()
    let words = arguments.map { $0 == "A" ? folder["A.graphql"] : $0 }
    #expect(try status(of: "apus-tool", words, output: full, input: given) == 1)
  }

  /// Runs a program that is built beside the tests.
  private func status(
    of program: String, _ arguments: [String], output: Any, input: Any = FileHandle.nullDevice,
    failure: Any = FileHandle.nullDevice
  ) throws -> Int32 {
    let process = Process()
    let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent(program)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = failure
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
