#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// The functions that libcurl calls, on the thread that owns the loop.
  extension CurlTransfer {
    /// Receives a line of the header, including its end.
    ///
    /// - Returns: the number of bytes accepted. Any number but the line's length ends the transfer.
    private func receiveLine(_ line: UnsafeRawBufferPointer) -> Int {
      let wasComplete = head.isComplete
      guard head.receive(line) else {
        failure = GraphQLConnectionError(.badServerResponse, "the response's header fields are too long")
        return 0
      }
      if head.isComplete, !wasComplete { receivedHead() }
      return failure == nil ? line.count : 0
    }

    private func receivedHead() {
      switch job.receiver {
      case .stream(let response): response.receive((head.response.status, head.response.headers))
      case .whole:
        let limit = job.request.maximumResponseBytes
        if let count = head.bodyCount {
          if count > limit { return rejectBody(limit) }
          // If the body does not fit into memory, that is detected when it arrives.
          _ = body.reserve(count)
          totalCount = count
        }
      }
    }

    private func rejectBody(_ limit: Int) { failure = GraphQLClientError.responseTooLarge(limit: limit) }

    /// Receives bytes of the decompressed body.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      switch job.receiver {
      case .stream(let response):
        if response.pauseWhenFull() { return CurlCallback.pause }
        response.receive(bytes)
        receivedCount += bytes.count
      case .whole:
        let limit = job.request.maximumResponseBytes
        guard bytes.count <= limit - body.count else {
          rejectBody(limit)
          return 0
        }
        guard body.append(bytes) else {
          failure = GraphQLConnectionError(.dataLengthExceedsMaximum, "not enough memory for the response")
          return 0
        }
        receivedCount = body.count
      }
      reportProgress()
      return bytes.count
    }

    /// Provides bytes of the request's body.
    private func send(_ space: UnsafeMutableRawBufferPointer) -> Int {
      do {
        guard let piece = try bodyReader.read(upToCount: space.count) else { return 0 }
        piece.withUnsafeBytes { space.copyMemory(from: $0) }
        sentCount += piece.count
        reportProgress()
        return piece.count
      } catch {
        failure = error
        return CurlCallback.abort
      }
    }

    /// Returns to the beginning of the request's body, to send it again.
    func rewind() {
      bodyReader = GraphQLHTTPBodyReader(job.request.body)
      sentCount = 0
    }

    private func readLog(_ line: UnsafeRawBufferPointer) {
      // Other lines are irrelevant.
      guard let first = line.first, first == UInt8(ascii: "U") || first == UInt8(ascii: "r") else { return }
      stream = streams?.read(line, of: easy.localPort) ?? stream
    }

    private func reportProgress() {
      guard let report = job.request.progress else { return }
      report(
        GraphQLProgress(
          sentBytes: sentCount, totalBytesToSend: job.request.body.byteCount, receivedBytes: receivedCount,
          totalBytesToReceive: totalCount))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The transfer of a handle.
    static func of(_ easy: CurlLibrary.Easy, _ library: CurlLibrary) -> CurlTransfer? {
      from(library.get(easy, .privateData).flatMap { UnsafeMutableRawPointer(bitPattern: $0) })
    }

    private typealias Callback =
      @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int

    /// Sets the functions that libcurl calls. They are the same for all transfers.
    func setCallbacks() {
      let receiveLine: Callback = { bytes, size, count, context in
        CurlTransfer.from(context)?.receiveLine(.init(start: bytes, count: size * count)) ?? 0
      }
      let receive: Callback = { bytes, size, count, context in
        CurlTransfer.from(context)?.receive(.init(start: bytes, count: size * count)) ?? 0
      }
      let send: Callback = { space, size, count, context in
        CurlTransfer.from(context)?.send(.init(start: space, count: size * count)) ?? CurlCallback.abort
      }
      let log:
        @convention(c) (
          CurlLibrary.Easy?, Int32, UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?
        ) -> Int32 = { _, kind, bytes, count, context in
          // CURLINFO_TEXT
          if kind == 0 { CurlTransfer.from(context)?.readLog(.init(start: bytes, count: count)) }
          return 0
        }
      easy.set(.debugFunction, unsafeBitCast(log, to: UnsafeRawPointer.self))
      easy.set(.headerFunction, unsafeBitCast(receiveLine, to: UnsafeRawPointer.self))
      easy.set(.writeFunction, unsafeBitCast(receive, to: UnsafeRawPointer.self))
      easy.set(.readFunction, unsafeBitCast(send, to: UnsafeRawPointer.self))
    }

    /// Passes this transfer to the functions that libcurl calls.
    func setContext() {
      // The loop retains the transfer as long as libcurl has the handle.
      let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      easy.set(.headerData, context)
      easy.set(.writeData, context)
      easy.set(.readData, context)
      easy.set(.seekData, context)
      easy.set(.privateData, context)
      easy.set(.debugData, context)
      // Without a function to rewind, libcurl cannot send a body twice and fails instead.
      let mayRewind = !job.request.mustBeSentOnce || easy.repeatsRefusedOnly
      easy.set(.seekFunction, mayRewind ? unsafeBitCast(Self.seek, to: UnsafeRawPointer.self) : nil)
    }

    private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int, Int32) -> Int32 = {
      context, offset, origin in
      guard offset == 0, origin == 0, let transfer = CurlTransfer.from(context) else { return 1 }
      transfer.rewind()
      return 0
    }
  }
#endif
