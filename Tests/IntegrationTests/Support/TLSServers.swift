import Foundation
import Testing

/// The servers of `Tests/IntegrationServer/tls.py`. They are started once.
enum TLSServers {
  /// Where they answer, and who vouches for them.
  struct Ready: Decodable, Sendable {
    let authority: String
    let good: Int
    let http1: Int
    let selfSigned: Int
    let wrongHost: Int
    let expired: Int
  }

  private static let running = Task.detached { try await ServerProcess<Ready>.start("tls.py") }

  /// The file of the authority that has signed all but the self-signed certificate.
  static func authority() async throws -> URL {
    URL(fileURLWithPath: try await running.value.ready.authority)
  }

  static func url(_ server: KeyPath<Ready, Int> & Sendable, _ path: String = "/") async throws -> URL {
    let port = try await running.value.ready[keyPath: server]
    return try #require(URL(string: "https://localhost:\(port)\(path)"))
  }

  /// Whether the programs are there that they need.
  static let areAvailable: Bool = {
    guard IntegrationServer.python != nil else { return false }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/openssl") }
  }()
}
