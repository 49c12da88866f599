import Foundation
import Testing

/// The servers of `Tests/Systems/IntegrationServer/tls.py`. They are started once.
enum TLSServers {
  /// Where they answer, and who vouches for them.
  struct Ready: Decodable, Sendable {
    let authority: String
    let good: Int
    let http1: Int
    let selfSigned: Int
    let wrongHost: Int
    let expired: Int
    /// Asks for a client certificate.
    let mutual: Int
    /// Speaks TLS 1.2 at most.
    let older: Int
    /// Where the files of clients are.
    let folder: String
    /// The hash of the good server's public key.
    let pin: String
  }

  private static let running = Task.detached { try await ServerProcess<Ready>.start("tls.py") }

  /// The file of the authority that has signed all but the self-signed certificate.
  static func authority() async throws -> URL {
    URL(fileURLWithPath: try await running.value.ready.authority)
  }

  /// A file that clients have.
  static func file(_ name: String) async throws -> URL {
    URL(fileURLWithPath: try await running.value.ready.folder).appendingPathComponent(name)
  }

  /// The hash of the good server's public key.
  static func pin() async throws -> String { try await running.value.ready.pin }

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
