import ApusClient
import Foundation
import TestSupport
import Testing

/// Cancellation, timeouts, and answers that are too long.
@Suite(.timeLimit(.minutes(15))) struct TransportLimitTests {
  @Test(arguments: TransportKind.all)
  func `a request that is cancelled leaves no connection`(_ kind: TransportKind) async throws {
    let (asked, ended) = (Tally(), Tally())
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      asked.add(1)
      connection.waitForEnd()
      ended.add(1)
    }
    let transport = try kind.make()
    let task = Task { try await transport.send(GraphQLHTTPRequest(url: server.url)) }
    try await eventually("the server has the request") { asked.value == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await eventually("the connection is closed") { ended.value == 1 }
  }

  @Test(arguments: TransportKind.all)
  func `a task that was cancelled before sends nothing`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer() }
    }
    let transport = try kind.make()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(GraphQLHTTPRequest(url: server.url))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: TransportKind.all, ["silent", "slow"])
  func `a timeout ends the attempt and its connection`(_ kind: TransportKind, _ fault: String) async throws {
    let ended = Tally()
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      if fault == "slow" {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while connection.write("x") { usleep(10_000) }
      } else {
        connection.waitForEnd()
      }
      ended.add(1)
    }
    var client = GraphQLClient(url: server.url, transport: try kind.make())
    client.timeout = .milliseconds(250)
    let start = ContinuousClock.now
    let error = await clientError { [client] in _ = try await client.fetch(HelloQuery()) }
    guard case .timedOut(.milliseconds(250)) = error else { throw error ?? CancellationError() }
    #expect(start.duration(to: .now) >= .milliseconds(250))
    try await eventually("the connection is closed") { ended.value == 1 }
  }

  @Test(arguments: TransportKind.all)
  func `more bytes than allowed, as the server says`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nx")
      connection.waitForEnd()
    }
    try await expectTooLarge(kind, server.url)
  }

  @Test(arguments: TransportKind.all)
  func `more bytes than allowed, as they come`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0, count: 1 << 16) + Array("\r\n".utf8)
      for _ in 0..<500 { guard connection.write(chunk) else { return } }
    }
    try await expectTooLarge(kind, server.url)
  }

  @Test(arguments: TransportKind.all)
  func `bytes are counted when they are unpacked`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n")
      connection.write(PackedZeros.head)
      // 80 MB, if somebody took them.
      for _ in 0..<100 { guard connection.write(PackedZeros.block) else { return } }
    }
    try await expectTooLarge(kind, server.url)
  }

  @Test(arguments: TransportKind.all)
  func `exactly as many bytes as allowed`(_ kind: TransportKind) async throws {
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.answer(String(repeating: "x", count: 1000)) }
    }
    let request = GraphQLHTTPRequest(url: server.url, maximumResponseBytes: 1000)
    #expect(try await kind.make().send(request).body.count == 1000)
  }

  private func expectTooLarge(_ kind: TransportKind, _ url: URL) async throws {
    let request = GraphQLHTTPRequest(url: url, maximumResponseBytes: 1 << 20)
    do {
      _ = try await kind.make().send(request)
      Issue.record("an answer came")
    } catch GraphQLClientError.responseTooLarge(let limit) {
      #expect(limit == 1 << 20)
    }
  }
}

/// Zeros as gzip packs them best: a block without an end, of matches of 258 bytes each.
///
/// Specification: RFC 1951, section 3.2.6; RFC 1952.
enum PackedZeros {
  /// The header, and the beginning of the block: its type and one zero as it is.
  static let head: [UInt8] = {
    var bits = Bits()
    // Not the last block; fixed codes.
    bits.append([0, 1, 0])
    bits.append([0, 0, 1, 1, 0, 0, 0, 0])
    // Of the matches as many as fill the byte.
    while bits.count % 8 != 0 { bits.append(match) }
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes
  }()

  /// 8,000 bytes with 820,000 zeros: eight matches take thirteen bytes.
  static let block: [UInt8] = {
    var bits = Bits()
    for _ in 0..<8 { bits.append(match) }
    return Array(repeatElement(bits.bytes, count: 400).joined())
  }()

  /// The length 258 (code 285), and the distance 1 (code 0).
  private static let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]

  private struct Bits {
    private(set) var bytes: [UInt8] = []
    private(set) var count = 0

    mutating func append(_ bits: [UInt8]) {
      for bit in bits {
        if count % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= bit << UInt8(count % 8)
        count += 1
      }
    }
  }
}
