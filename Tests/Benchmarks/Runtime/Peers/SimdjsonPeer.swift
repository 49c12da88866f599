import Apus
import Foundation

/// The program of `simdjson_feed.cpp` or `simdjson_shapes.cpp`, started once; it decodes when it is told to, so that both sides can take turns.
final class SimdjsonPeer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let file: URL

  /// - Parameters:
  ///   - arguments: what goes before the file's name.
  ///   - value: what Apus has read of the same text.
  init(program: String, arguments: [String] = [], json: [UInt8], _ value: some GraphQLObject) throws {
    file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "apus-benchmark-\(getpid())-\(arguments.first ?? "feed").json")
    try Data(json).write(to: file)
    try Self.verify(program, arguments + [file.path], value)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments + [file.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: file)
  }

  /// One decode's milliseconds of CPU time.
  func decode() throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let time = Double(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure("simdjson_feed answered '\(line)'")
    }
    return time
  }

  /// Demands that both sides read as many strings, of the same bytes in sum, and as many numbers.
  private static func verify(_ program: String, _ arguments: [String], _ value: some GraphQLObject) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--sum"] + arguments
    process.standardOutput = output
    try process.run()
    let theirs = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var sums = Sums()
    sums.add(try GraphQLValue(json: value.json()))
    guard theirs == "\(sums.strings) \(sums.bytes) \(sums.numbers)\n" else {
      throw Failure("simdjson read other values: \(theirs)")
    }
  }

  private struct Sums {
    var strings = 0
    var bytes = 0
    var numbers = 0

    mutating func add(_ value: GraphQLValue) {
      switch value {
      case .string(let string):
        strings += 1
        for byte in string.utf8 { bytes += Int(byte) }
      case .number: numbers += 1
      case .list(let elements): for element in elements { add(element) }
      case .object(let members): for member in members.values { add(member) }
      case .bool, .null: break
      }
    }
  }
}
