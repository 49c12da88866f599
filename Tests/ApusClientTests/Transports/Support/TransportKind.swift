import ApusClient
import Foundation
import Testing

/// The transports that pass the suite.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case urlSession = "URLSessionTransport"
  case curl = "CurlTransport"

  var testDescription: String { rawValue }

  /// Those of this system.
  static let all: [TransportKind] = {
    #if os(Linux)
      CurlTransport() == nil ? [.urlSession] : allCases
    #else
      [.urlSession]
    #endif
  }()

  /// Those of this system but for Foundation's on Linux.
  static let allButFoundationOnLinux: [TransportKind] = {
    #if os(Linux)
      all.filter { $0 != .urlSession }
    #else
      all
    #endif
  }()

  func make() throws -> any GraphQLTransport {
    switch self {
    case .urlSession: return URLSessionTransport()
    case .curl:
      #if os(Linux)
        if let transport = CurlTransport() { return transport }
      #endif
      throw URLError(.unsupportedURL)
    }
  }
}
