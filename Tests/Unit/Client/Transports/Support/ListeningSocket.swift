import Foundation

/// A socket bound to a free port of this machine; it listens unless `accepts` is false.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  /// - Parameter accepts: false for a port that rejects connections, and that nobody else gets, until the descriptor is closed.
  init(accepts: Bool = true) throws {
    descriptor = Self.socket(AF_INET)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && (!accepts || listen(descriptor, 128) == 0)
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// A socket of this machine's file system.
  static func unix(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
          && listen(descriptor, 16) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return descriptor
  }

  private static func socket(_ family: Int32) -> Int32 {
    #if canImport(Darwin)
      Foundation.socket(family, SOCK_STREAM, 0)
    #else
      Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }
}
