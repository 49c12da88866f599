import ApusClient
import Foundation

/// Servers with TLS and HTTP/2, and a way to one of them that can be frozen: `Tests/Systems/IntegrationServer` of Apus.
final class FrozenServer: Sendable {
  private struct Servers: Decodable {
    let good: Int
    let selfSigned: Int
  }

  private struct Route: Decodable {
    let port: Int
    let control: Int
  }

  private static let apus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let python = apus.appendingPathComponent(".venv/bin/python")

  static let isPossible = FileManager.default.isExecutableFile(atPath: python.path)

  /// The server, over the way that can be frozen.
  let url: URL
  /// A server whose certificate nobody vouches for.
  let selfSigned: URL
  private let control: URL
  private let inputs: [Pipe]

  init() throws {
    let (servers, first) = try Self.start("tls.py", [], as: Servers.self)
    let (route, second) = try Self.start("freezer.py", ["--to", "\(servers.good)"], as: Route.self)
    inputs = [first, second]
    guard let url = URL(string: "https://localhost:\(route.port)/"),
      let selfSigned = URL(string: "https://localhost:\(servers.selfSigned)/"),
      let control = URL(string: "http://127.0.0.1:\(route.control)/")
    else { throw URLError(.badURL) }
    (self.url, self.selfSigned, self.control) = (url, selfSigned, control)
  }

  /// Freezes the connections that are open.
  func freeze() async throws {
    let client = GraphQLClient(url: control)
    _ = try await client.transport.send(GraphQLHTTPRequest(method: .get, url: control))
  }

  /// Lets the processes end.
  func stop() { for input in inputs { try? input.fileHandleForWriting.close() } }

  private static func start<Ready: Decodable>(
    _ name: String, _ arguments: [String], as type: Ready.Type
  ) throws -> (Ready, Pipe) {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = python
    let script = apus.appendingPathComponent("Tests/Systems/IntegrationServer/\(name)").path
    process.arguments = [script, "--until-eof"] + arguments
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw CocoaError(.fileReadUnknown) }
      text += String(decoding: data, as: UTF8.self)
    }
    return (try JSONDecoder().decode(Ready.self, from: Data(text.drop { $0 != "{" }.utf8)), input)
  }
}
