import ApusClient
import ApusURLSession
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

  /// - Parameter maximumIdleTime: how long a mutation may use a kept connection, where that can be set.
  func make(maximumIdleTime: Duration = .seconds(4)) throws -> any GraphQLTransport {
    switch self {
    case .urlSession: return URLSessionTransport()
    case .curl:
      #if os(Linux)
        return try CurlTransport(CurlConfiguration(maximumIdleTime: maximumIdleTime))
      #else
        throw URLError(.unsupportedURL)
      #endif
    }
  }
}
