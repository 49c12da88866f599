import Foundation

/// The server's end of a connection. It belongs to the thread of its script.
final class RawConnection {
  /// A request as it came.
  struct Request {
    /// The request line and the header fields.
    let head: String
    var body: [UInt8] = []

    var target: String { head.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    var method: String { head.split(separator: " ").first.map(String.init) ?? "" }

    /// The value of a header field.
    func field(_ name: String) -> String? {
      for line in head.components(separatedBy: "\r\n")
      where line.lowercased().hasPrefix(name.lowercased() + ":") {
        return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      }
      return nil
    }
  }

  private let descriptor: Int32
  private var isOpen = true
  fileprivate var received: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads a request with a body of known length; nil when the client has closed.
  func readRequest() -> Request? {
    guard var request = readHead() else { return nil }
    let count = request.field("Content-Length").flatMap { Int($0) } ?? 0
    while received.count < count { guard read() else { return nil } }
    request.body = Array(received.prefix(count))
    received.removeFirst(count)
    return request
  }

  /// Reads a request up to its body.
  func readHead() -> Request? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = received.firstRange(of: end) {
        let head = String(decoding: received[..<range.lowerBound], as: UTF8.self)
        received.removeFirst(range.upperBound)
        return Request(head: head)
      }
      guard read() else { return nil }
    }
  }

  /// Waits until the client closes its end, and passes over what it still sends.
  func waitForEnd() {
    while read() { received = [] }
  }

  /// Writes all bytes.
  ///
  /// - Returns: false when the client has closed.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes a complete answer.
  func answer(_ body: String = #"{"data":{"hello":"you"}}"#, status: String = "200 OK", fields: [String] = [])
  {
    let lines = [
      "HTTP/1.1 \(status)", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
    ]
    write((lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Breaks the connection off: the client's next read or write fails.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  func close() {
    if isOpen { Foundation.close(descriptor) }
    isOpen = false
  }

  fileprivate func read() -> Bool {
    guard isOpen else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    received += bytes[..<count]
    return true
  }
}

extension RawConnection {
  /// Reads as many bytes; nil when the client has closed before.
  func readBytes(_ count: Int) -> [UInt8]? {
    while received.count < count { guard read() else { return nil } }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  /// Passes over as many bytes of a body.
  func readBody(_ count: Int) {
    while received.count < count { guard read() else { return } }
    received.removeFirst(count)
  }
}
