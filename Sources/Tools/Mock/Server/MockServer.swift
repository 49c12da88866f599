#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A server on the loopback interface. A single thread polls all connections.
struct MockServer {
  /// An error from the operating system.
  struct Failure: Error {
    let message: String
  }

  let port: Int
  private let listener: Int32
  private let endpoint: MockEndpoint
  private var connections: [Connection] = []

  private static let connectionLimit = 128

  /// Starts listening.
  ///
  /// - Parameter port: the port; 0 for any free one.
  /// - Throws: ``Failure`` if the port is in use or the socket cannot be created.
  init(_ endpoint: MockEndpoint, port: Int) throws(Failure) {
    self.endpoint = endpoint
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = Int32(SOCK_STREAM)
    #endif
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw MockServer.failure("A socket cannot be created") }
    var isReused: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else {
      let failure = MockServer.failure("The server cannot listen on port \(port)")
      close(listener)
      throw failure
    }
    self.listener = listener
    self.port = Int(UInt16(bigEndian: address.sin_port))
    MockServer.prepare(listener)
  }

  private static func failure(_ what: String) -> Failure {
    Failure(message: "\(what): \(String(cString: strerror(errno))).")
  }

  /// Makes the descriptor non-blocking, and closes it in child processes.
  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Answers requests until `isOver` returns true.
  mutating func run(until isOver: () -> Bool) {
    signal(SIGPIPE, SIG_IGN)
    while !isOver() {
      var requests = connections.map { connection in
        pollfd(
          fd: connection.descriptor, events: Int16(connection.output.isEmpty ? POLLIN : POLLOUT), revents: 0)
      }
      requests.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
      let now = MockServer.milliseconds
      let wait = connections.reduce(100) { min($0, $1.rest(now: now)) }
      _ = poll(&requests, nfds_t(requests.count), Int32(truncatingIfNeeded: wait))
      for number in connections.indices { serve(number, requests[number].revents) }
      closeThoseThatAreOver()
      if requests[requests.count - 1].revents != 0 { accept() }
    }
    for connection in connections { close(connection.descriptor) }
    close(listener)
  }

  /// Descriptors of connections that failed or that the client closed.
  private var lost: Set<Int32> = []

  private mutating func serve(_ number: Int, _ events: Int16) {
    let descriptor = connections[number].descriptor
    let now = MockServer.milliseconds
    if Int32(events) & (POLLIN | POLLHUP | POLLERR) != 0 {
      var buffer = [UInt8](repeating: 0, count: 64 * 1024)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        connections[number].receive(buffer[..<count], endpoint, now: now)
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        lost.insert(descriptor)
        return
      }
    }
    connections[number].advance(endpoint, now: now)
    let output = connections[number].output
    if output.isEmpty { return }
    let count = output.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 {
      connections[number].sent(count, endpoint, now: now)
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      lost.insert(descriptor)
    }
  }

  private mutating func closeThoseThatAreOver() {
    let now = MockServer.milliseconds
    connections.removeAll { connection in
      guard lost.contains(connection.descriptor) || connection.isOver(now: now) else { return false }
      close(connection.descriptor)
      return true
    }
    lost = []
  }

  private mutating func accept() {
    while true {
      let descriptor = systemAccept(listener, nil, nil)
      if descriptor < 0 { return }
      if connections.count >= MockServer.connectionLimit {
        close(descriptor)
        continue
      }
      MockServer.prepare(descriptor)
      connections.append(Connection(descriptor, now: MockServer.milliseconds))
    }
  }

  private static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

private func systemAccept(
  _ listener: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 {
  accept(listener, address, length)
}
