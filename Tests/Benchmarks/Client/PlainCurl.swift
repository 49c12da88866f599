import Foundation

/// What a request takes: milliseconds of the sender's CPU and of the clock.
struct RequestCost: Sendable {
  let cpu: Double
  let wall: Double
}

/// The program of `requests_plain.c`, which sends requests by libcurl alone and measures itself.
final class PlainCurl: Sendable {
  private let commands: FileHandle
  private let answers: FileHandle

  init(_ path: String, _ url: URL) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [url.absoluteString]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // It ends when its standard input does.
    commands = input.fileHandleForWriting
    answers = output.fileHandleForReading
  }

  /// Sends requests for as many rows, some of them at once.
  func send(_ rows: Int, _ requests: Int, _ atOnce: Int) throws -> RequestCost {
    try commands.write(contentsOf: Data("\(rows) \(requests) \(atOnce)\n".utf8))
    let words = String(decoding: answers.availableData, as: UTF8.self).split(separator: " ")
    guard words.count == 3, let cpu = Double(words[0]), let wall = Double(words[1]) else {
      throw Failure("requests_plain has failed")
    }
    return RequestCost(cpu: cpu, wall: wall)
  }
}
