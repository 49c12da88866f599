import ApusClient
import Foundation
import Testing

/// The transports that pass the suite: one on each system.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
  #if os(Linux)
    case curl = "GraphQLCurlTransport"
  #else
    case urlSession = "GraphQLURLSessionTransport"
  #endif

  var testDescription: String { rawValue }

  /// Those that can be made: on Linux, libcurl may be missing.
  static let all: [TransportKind] = allCases.filter { (try? $0.make()) != nil }

  /// - Parameter maximumIdleTime: how long a mutation may use a kept connection, where that can be set.
  func make(maximumIdleTime: Duration = .seconds(4)) throws -> any GraphQLTransport {
    #if os(Linux)
      var configuration = GraphQLCurlTransport.Configuration()
      configuration.maximumIdleTime = maximumIdleTime
      return try GraphQLCurlTransport(configuration)
    #else
      return GraphQLURLSessionTransport()
    #endif
  }
}
