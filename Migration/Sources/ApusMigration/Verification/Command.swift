import Foundation

/// A program that runs to its end.
struct Command {
  /// The program's name or path, and its arguments.
  var words: [String]
  /// The folder in which it runs.
  var folder: String

  /// The text that a program printed, and its exit code.
  struct Output {
    var text: String
    var status: Int32
  }

  /// The command as a person types it.
  var text: String { words.first == "sh" ? words.last ?? "" : words.joined(separator: " ") }

  /// Runs the program.
  ///
  /// - Parameter hasMessages: whether the text has what the program writes to standard error, too.
  /// - Returns: nil if the program cannot be started.
  func run(hasMessages: Bool = true) -> Output? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = hasMessages ? pipe : FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // The codes of `env` and `sh` for a program that they cannot find or execute.
    if [126, 127].contains(process.terminationStatus) { return nil }
    return Output(text: String(decoding: bytes, as: UTF8.self), status: process.terminationStatus)
  }
}
