import Foundation
import TestSupport
import Testing

@testable import ApusClient

/// The server that these tests ask. It is started once, and stops when the tests end: its standard input ends with them.
enum IntegrationServer {
  /// The Python that can run it; nil when there is none.
  static let python: URL? = {
    if let path = ProcessInfo.processInfo.environment["APUS_INTEGRATION_PYTHON"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    let python = Repository.folder.appendingPathComponent(".venv/bin/python")
    return FileManager.default.isExecutableFile(atPath: python.path) ? python : nil
  }()

  /// Where it answers.
  static func url(_ path: String = "/graphql") async throws -> URL {
    let port = try await running.value.ready.port
    return try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
  }

  private static let running = Task.detached { try await ServerProcess<Ready>.start("server.py") }

  private struct Ready: Decodable, Sendable { let port: Int }
}

/// A server's process, and the pipe that it reads from to know that somebody wants it.
final class ServerProcess<Ready: Decodable & Sendable>: Sendable {
  /// What it said when it was ready.
  let ready: Ready
  private let input: Pipe
  private let identifier: Int32

  /// Starts a program of `Tests/Systems/IntegrationServer`, and waits until it is ready: not in a task, since the few threads that run
  /// tasks have other tests to run.
  static func start(_ name: String, _ arguments: [String] = []) async throws -> ServerProcess {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try ServerProcess(name, arguments) }) }
    }
  }

  /// Lets the process end by itself.
  func stop() { try? input.fileHandleForWriting.close() }

  /// Ends the process at once.
  func kill() { Foundation.kill(identifier, SIGKILL) }

  private init(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    let output = Pipe()
    input = Pipe()
    process.executableURL = IntegrationServer.python
    process.arguments =
      [
        Repository.folder.appendingPathComponent("Tests/Systems/IntegrationServer/\(name)").path,
        "--until-eof",
      ] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    identifier = process.processIdentifier
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the server has ended before it was ready: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    ready = try JSONDecoder().decode(Ready.self, from: Data(text.drop { $0 != "{" }.utf8))
  }
}
