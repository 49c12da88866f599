import ApusClient
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension GraphQLConnectionError {
  /// Converts an error of AsyncHTTPClient, SwiftNIO or its TLS.
  init(nio error: any Error, url: URL) {
    self.init(Self.code(of: error), "\(error)", url: url, cause: error)
  }

  private static func code(of error: any Error) -> Code {
    switch error {
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first { return connectCode(of: first.error) }
      return .cannotFindHost
    case is SocketAddressError: return .cannotFindHost
    case let error as IOError: return code(ofErrno: error.errnoCode)
    case let error as HTTPClientError: return code(of: error)
    case ChannelError.connectTimeout: return .timedOut
    case is ChannelError: return .networkConnectionLost
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      // The library only reports the reason as text.
      let words = ["CERTIFICATE_VERIFY_FAILED", "validate", "Hostname"]
      return words.contains { "\(error)".contains($0) }
        ? .serverCertificateUntrusted : .secureConnectionFailed
    case is HTTPParserError: return .badServerResponse
    default: return .unknown
    }
  }

  private static func connectCode(of error: any Error) -> Code {
    switch error {
    case ChannelError.connectTimeout: .timedOut
    default: .cannotConnectToHost
    }
  }

  private static func code(ofErrno number: CInt) -> Code {
    switch number {
    case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH: .cannotConnectToHost
    case ETIMEDOUT: .timedOut
    case EMFILE, ENFILE, ENOMEM: .resourceUnavailable
    default: .networkConnectionLost
    }
  }

  private static func code(of error: HTTPClientError) -> Code {
    switch error {
    case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut
    case .tlsHandshakeTimeout: .secureConnectionFailed
    case .invalidURL, .emptyHost, .emptyScheme: .badURL
    case .redirectLimitReached: .httpTooManyRedirects
    case .remoteConnectionClosed: .networkConnectionLost
    default: .unknown
    }
  }
}

/// The less common codes, with Foundation's numbers.
extension GraphQLConnectionError.Code {
  static let badURL = GraphQLConnectionError.Code(rawValue: -1000)
  static let httpTooManyRedirects = GraphQLConnectionError.Code(rawValue: -1007)
  static let resourceUnavailable = GraphQLConnectionError.Code(rawValue: -1008)
  static let badServerResponse = GraphQLConnectionError.Code(rawValue: -1011)
}
