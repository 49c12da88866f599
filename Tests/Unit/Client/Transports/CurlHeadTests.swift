#if os(Linux)
  import ApusHTTP
  import Foundation
  import Testing

  @testable import ApusCurl

  /// The lines of a response's head, as libcurl passes them on, and the meaning of its codes.
  @Suite(.timeLimit(.minutes(15))) struct CurlHeadTests {
    private func head(_ lines: String...) -> CurlResponseHead { head(lines) }

    private func head(_ lines: [String]) -> CurlResponseHead {
      var head = CurlResponseHead()
      for line in lines {
        let isTaken = Array((line + "\r\n").utf8).withUnsafeBytes { head.receive($0) }
        #expect(isTaken)
      }
      return head
    }

    @Test func `the final response counts, and those before it do not`() {
      let head = head(
        "HTTP/1.1 100 Continue", "X-Early: 1", "", "HTTP/1.1 103 Early Hints", "", "HTTP/1.1 200 OK",
        "X-Late: 2", "",
        "X-Trailer: 3")
      #expect(head.isComplete && head.response.status == 200 && !head.isHTTP2)
      #expect(head.response.headers["X-Late"] == "2")
      #expect(head.response.headers["X-Early"] == nil && head.response.headers["X-Trailer"] == nil)
      #expect(!self.head("HTTP/1.1 100 Continue", "").isComplete)
      #expect(self.head("HTTP/1.1 101 Switching Protocols", "").isComplete)
      #expect(self.head("HTTP/2 204 ", "").isHTTP2 && self.head("HTTP/2 204", "").response.status == 204)
      #expect(self.head("HTTP/1.1 2041").response.status == 204)
      #expect(self.head("HTTP/1.1 xyz").response.status == 0 && self.head("HTTP/1.1").response.status == 0)
    }

    @Test func `a value goes on in a line that begins with a space`() {
      let head = head(
        "HTTP/1.1 200 OK", "X-Long:  one ", "  two", "\tthree", "x-long: four", "X-None:", "no field")
      #expect(
        head.response.headers["X-LONG"] == "one two three, four" && head.response.headers["X-None"] == "")
      #expect(head.response.headers.fields.count == 3)
      #expect(self.head("HTTP/1.1 200 OK", " lost").response.headers.fields.isEmpty)
      #expect(CurlResponseHead().isEmpty && !head.isEmpty)
    }

    @Test(
      arguments: [
        (["Content-Length: 7"], 7), (["Content-Length: 0"], 0), (["Content-Length: -1"], nil),
        (["Content-Length: x"], nil), ([], nil), (["Content-Length: 7", "Content-Encoding: gzip"], nil),
      ] as [([String], Int?)])
    func `the size of a body is known unless it is compressed`(_ lines: [String], _ count: Int?) {
      #expect(head(["HTTP/1.1 200 OK"] + lines).bodyCount == count)
    }

    @Test(
      arguments: [
        ("timeout=5", .seconds(5)), ("max=100, Timeout = 7", .seconds(7)), ("timeout=0", .zero),
        ("timeout=-1", nil),
        ("timeout", nil), ("timeout=x", nil), ("", nil),
      ] as [(String, Duration?)])
    func `how long a connection is kept open`(_ value: String, _ duration: Duration?) {
      #expect(head("HTTP/1.1 200 OK", "Keep-Alive: \(value)").keepAlive == duration)
    }

    @Test func `a head of more than a mebibyte is rejected`() {
      var head = head("HTTP/1.1 200 OK")
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: (1 << 20) - 17)
      let fits = line.withUnsafeBytes { head.receive($0) }
      let isTooLong = ![UInt8(ascii: "x")].withUnsafeBytes { head.receive($0) }
      #expect(fits && isTooLong)
    }

    @Test(
      arguments: [
        (3, .badURL), (5, .cannotFindHost), (6, .cannotFindHost), (7, .cannotConnectToHost),
        (97, .cannotConnectToHost),
        (1, .badServerResponse), (8, .badServerResponse), (27, .badServerResponse), (43, .badServerResponse),
        (100, .badServerResponse), (61, .cannotDecodeContentData), (28, .timedOut),
        (58, .clientCertificateRejected),
        (35, .secureConnectionFailed), (59, .secureConnectionFailed), (66, .secureConnectionFailed),
        (51, .serverCertificateUntrusted), (60, .serverCertificateUntrusted),
        (83, .serverCertificateUntrusted),
        (90, .serverCertificateUntrusted), (91, .serverCertificateUntrusted), (77, .cannotLoadFromNetwork),
        (16, .networkConnectionLost), (18, .networkConnectionLost), (52, .networkConnectionLost),
        (55, .networkConnectionLost), (56, .networkConnectionLost), (65, .networkConnectionLost),
        (92, .networkConnectionLost), (47, .httpTooManyRedirects), (2, .unknown), (-1, .unknown),
      ] as [(Int32, GraphQLConnectionError.Code)])
    func `each code of libcurl has its kind`(_ code: Int32, _ kind: GraphQLConnectionError.Code) throws {
      let url = try #require(URL(string: "http://127.0.0.1/"))
      let error = GraphQLConnectionError(curl: code, "it failed", url: url)
      #expect(error.code == kind && error.description == "it failed (libcurl \(code))")
    }

    @Test(arguments: [1, 63, 64, 65, 200, 100_000])
    func `a pipe wakes until it is cleared, however often it was asked to`(_ count: Int) throws {
      let pipe = try CurlWakePipe()
      func isAwake() -> Bool {
        var entry = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
      }
      for _ in 0..<2 {
        #expect(!isAwake())
        for _ in 0..<count { pipe.wake() }
        #expect(isAwake() && isAwake())
        pipe.clear()
      }
      #expect(!isAwake())
    }

    @Test func `both ends of a pipe are closed`() throws {
      for _ in 0...mostDescriptors { _ = try CurlWakePipe() }
    }

    @Test func `received bytes grow, and are given away`() {
      var bytes = ReceivedBytes()
      var isAppended = bytes.append(UnsafeRawBufferPointer(start: nil, count: 0))
      var taken = bytes.take()
      #expect(isAppended && taken.isEmpty)
      let pieces = [1, 1022, 1, 1, 5000].map { Data((0..<$0).map { UInt8(truncatingIfNeeded: $0) }) }
      for piece in pieces { isAppended = piece.withUnsafeBytes { bytes.append($0) } && isAppended }
      let count = bytes.count
      taken = bytes.take()
      #expect(isAppended && count == 6025 && taken == pieces.reduce(Data(), +))
      let isReserved = bytes.reserve(10)
      let rest = bytes.count
      taken = bytes.take()
      #expect(isReserved && rest == 0 && taken.isEmpty)
    }
  }
#endif
