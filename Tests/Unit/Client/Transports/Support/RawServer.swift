import ApusClient
import ApusPlatform
import Foundation
import Testing

/// A server that writes what a test tells it to, byte by byte. Each connection has a thread that runs the script.
final class RawServer: Sendable {
  let url: URL
  private let socket: Int32
  private let connections = Tally()

  /// How many connections were accepted so far.
  var connectionCount: Int { connections.value }

  /// - Parameters:
  ///   - script: talks to one client; the connection is closed behind it. Its second argument counts connections from 0.
  init(_ script: @escaping @Sendable (RawConnection, Int) -> Void) throws {
    let listener = try ListeningSocket()
    socket = listener.descriptor
    url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/graphql"))
    Self.accept(socket, connections, script)
  }

  /// A server on a Unix domain socket.
  init(path: String, _ script: @escaping @Sendable (RawConnection, Int) -> Void) throws {
    socket = try ListeningSocket.unix(path)
    url = try #require(URL(string: "http://localhost/graphql"))
    Self.accept(socket, connections, script)
  }

  deinit {
    #if canImport(Darwin)
      close(socket)
    #else
      // Ends the thread that accepts, which then closes the socket. If it were closed here, a thread that has not called `accept` yet could
      // take the connections of another server, whose socket has the same number.
      shutdown(socket, Int32(SHUT_RDWR))
    #endif
  }

  private static func accept(
    _ socket: Int32, _ connections: Tally, _ script: @escaping @Sendable (RawConnection, Int) -> Void
  ) {
    Thread.detachNewThread {
      while true {
        let client = Foundation.accept(socket, nil, nil)
        if client < 0 { break }
        let number = connections.next()
        Thread.detachNewThread {
          let connection = RawConnection(client)
          script(connection, number)
          connection.close()
        }
      }
      #if !canImport(Darwin)
        close(socket)
      #endif
    }
  }
}

/// A number that threads count up.
final class Tally: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  /// The number before it was counted up.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  func add(_ amount: Int) { count.withLock { $0 += amount } }
}
