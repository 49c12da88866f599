#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if !os(Windows)
  /// A server on the loopback interface. A single thread polls all connections.
  package struct LoopbackServer<Service: LoopbackService> {
    package let port: Int
    /// Wakes the server from another thread.
    package let waker: LoopbackWaker
    private let listener: Int32
    private let service: Service
    private var connections: [LoopbackConnection] = []
    /// Descriptors of connections that failed or that the client closed.
    private var lost: Set<Int32> = []
    /// When connections are accepted again after the system had none to give, in milliseconds.
    private var acceptsAgain = 0

    /// Starts listening.
    ///
    /// - Parameter port: the port; 0 for any free one.
    /// - Throws: ``LoopbackError`` if the port is in use or the socket cannot be created.
    package init(_ service: Service, port: Int) throws(LoopbackError) {
      self.service = service
      let waker = try LoopbackWaker()
      let listener = SystemSockets.make()
      guard listener >= 0 else {
        waker.close()
        throw LoopbackError(message: "A socket cannot be created: \(SystemSockets.errorText).")
      }
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
        let text = SystemSockets.errorText
        close(listener)
        waker.close()
        throw LoopbackError(message: "The server cannot listen on port \(port): \(text).")
      }
      self.listener = listener
      self.waker = waker
      self.port = Int(UInt16(bigEndian: address.sin_port))
      SystemSockets.prepare(listener)
    }

    /// Answers requests until `isOver` returns true. It is asked at least ten times a second, or if `isWoken`, whenever ``waker`` wakes the
    /// server: then the thread sleeps while nothing happens.
    package mutating func run(isWoken: Bool = false, until isOver: () -> Bool) {
      while !isOver() {
        var requests = connections.map { connection in
          pollfd(
            fd: connection.descriptor, events: Int16(connection.output.isEmpty ? POLLIN : POLLOUT), revents: 0
          )
        }
        requests.append(pollfd(fd: waker.input, events: Int16(POLLIN), revents: 0))
        let now = SystemSockets.milliseconds
        // A negative descriptor is not polled.
        let isPaused = now < acceptsAgain
        requests.append(pollfd(fd: isPaused ? -1 : listener, events: Int16(POLLIN), revents: 0))
        let limit = isPaused ? acceptsAgain - now : Int(Int32.max)
        let rest = connections.reduce(isWoken ? limit : min(limit, 100)) { min($0, $1.rest(now: now)) }
        _ = poll(&requests, nfds_t(requests.count), Int32(truncatingIfNeeded: rest))
        if requests[requests.count - 2].revents != 0 {
          waker.takeBytes()
          let now = SystemSockets.milliseconds
          for number in connections.indices { connections[number].wake(now: now) }
        }
        for number in connections.indices { serve(number, requests[number].revents) }
        closeThoseThatAreOver()
        if requests[requests.count - 1].revents != 0 { accept() }
      }
      // Streams may say that they end.
      let now = SystemSockets.milliseconds
      for number in connections.indices {
        connections[number].wake(now: now)
        serve(number, 0)
      }
      for connection in connections { close(connection.descriptor) }
      connections = []
      close(listener)
      waker.close()
    }

    private mutating func serve(_ number: Int, _ events: Int16) {
      let descriptor = connections[number].descriptor
      let now = SystemSockets.milliseconds
      if Int32(events) & Int32(POLLIN | POLLHUP | POLLERR) != 0 {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 {
          connections[number].receive(buffer[..<count], service, now: now)
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
          lost.insert(descriptor)
          return
        }
      }
      connections[number].advance(now: now)
      let output = connections[number].output
      if output.isEmpty { return }
      let count = SystemSockets.write(output, to: descriptor)
      if count > 0 {
        connections[number].sent(count, service, now: now)
      } else if count < 0, errno != EAGAIN, errno != EINTR {
        lost.insert(descriptor)
      }
    }

    private mutating func closeThoseThatAreOver() {
      let now = SystemSockets.milliseconds
      let lost = lost
      connections.removeAll { connection in
        guard lost.contains(connection.descriptor) || connection.isOver(now: now) else { return false }
        close(connection.descriptor)
        return true
      }
      self.lost = []
    }

    private static var connectionLimit: Int { 128 }

    private mutating func accept() {
      while true {
        let descriptor = SystemSockets.acceptNext(of: listener)
        if descriptor < 0 {
          // Without free descriptors, or after the system has taken the listener from a suspended app, the listener stays ready, so that the
          // loop would never sleep.
          if errno != EAGAIN, errno != EINTR, errno != ECONNABORTED {
            acceptsAgain = SystemSockets.milliseconds + 1000
          }
          return
        }
        if connections.count >= Self.connectionLimit {
          close(descriptor)
          continue
        }
        SystemSockets.prepare(descriptor)
        connections.append(LoopbackConnection(descriptor, now: SystemSockets.milliseconds))
      }
    }
  }
#endif

/// An error from the operating system.
package struct LoopbackError: Error {
  package let message: String
}
