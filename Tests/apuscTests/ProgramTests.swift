import Foundation
import Testing

/// The programs as processes: what a shell sees of them.
@Suite(.timeLimit(.minutes(10))) struct ProgramTests {
  private static let programs = ["apusc", "apus-mock", "apus-migrate", "apus-language-server"]

  @Test(arguments: programs)
  func `help goes to standard output and succeeds`(_ program: String) throws {
    let output = Pipe()
    #expect(try status(of: program, ["--help"], output: output) == 0)
    #expect(try output.fileHandleForReading.readToEnd()?.isEmpty == false)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: programs)
  func `a result that cannot be written is a failure`(_ program: String) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    #expect(try status(of: program, ["--help"], output: full) == 1)
  }

  /// Runs a program that is built beside the tests.
  private func status(of program: String, _ arguments: [String], output: Any) throws -> Int32 {
    let process = Process()
    let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent(program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
