#if os(Linux)
  import Foundation

  /// What libcurl calls, in the thread that has the loop.
  extension CurlTransfer {
    /// Takes a line of the header, its end included.
    ///
    /// - Returns: how many bytes were taken; another number than came ends the transfer.
    private func receiveLine(_ line: UnsafeRawBufferPointer) -> Int {
      let wasComplete = head.isComplete
      guard head.receive(line) else {
        failure = URLError(
          .badServerResponse, userInfo: [NSLocalizedDescriptionKey: "the answer's header fields are too long"]
        )
        return 0
      }
      if head.isComplete, !wasComplete { receivedHead() }
      return failure == nil ? line.count : 0
    }

    private func receivedHead() {
      switch job.receiver {
      case .stream(let response): response.receive((head.status, GraphQLHTTPHeaders(head.fields)))
      case .whole:
        let limit = job.request.maximumResponseBytes
        if let count = head.bodyCount {
          if count > limit { return refuseBody(limit) }
          // What does not fit into memory is noticed when it comes.
          _ = body.reserve(count)
          progress.totalBytesToReceive = count
        }
      }
    }

    private func refuseBody(_ limit: Int) { failure = GraphQLClientError.responseTooLarge(limit: limit) }

    /// Takes bytes of the body, unpacked.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
      switch job.receiver {
      case .stream(let response):
        if response.pauseWhenFull() { return CurlCallback.pause }
        response.receive(bytes)
        progress.receivedBytes += bytes.count
      case .whole:
        let limit = job.request.maximumResponseBytes
        guard bytes.count <= limit - body.count else {
          refuseBody(limit)
          return 0
        }
        guard body.append(bytes) else {
          failure = URLError(
            .dataLengthExceedsMaximum, userInfo: [NSLocalizedDescriptionKey: "no memory for the answer"])
          return 0
        }
        progress.receivedBytes = body.count
      }
      tellProgress()
      return bytes.count
    }

    /// Gives bytes of the request's body.
    private func send(_ space: UnsafeMutableRawBufferPointer) -> Int {
      do {
        guard let piece = try upload.read(upToCount: space.count) else { return 0 }
        piece.withUnsafeBytes { space.copyMemory(from: $0) }
        sentCount += piece.count
        progress.sentBytes = sentCount
        tellProgress()
        return piece.count
      } catch {
        failure = error
        return CurlCallback.abort
      }
    }

    /// Goes back to the beginning of the request's body: it is sent again.
    func rewind() {
      upload = GraphQLHTTPBodyReader(job.request.body)
      sentCount = 0
    }

    private func tellProgress() { job.request.progress?(progress) }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The transfer that a handle carries.
    static func of(_ easy: CurlLibrary.Easy, _ library: CurlLibrary) -> CurlTransfer? {
      from(library.get(easy, .privateData).flatMap { UnsafeMutableRawPointer(bitPattern: $0) })
    }

    private typealias Callback =
      @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int

    /// Tells libcurl what to call. These are the same functions for all transfers.
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
      easy.set(.headerFunction, unsafeBitCast(receiveLine, to: UnsafeRawPointer.self))
      easy.set(.writeFunction, unsafeBitCast(receive, to: UnsafeRawPointer.self))
      easy.set(.readFunction, unsafeBitCast(send, to: UnsafeRawPointer.self))
    }

    /// Tells libcurl whom to give the answer to, and whom to ask for the request's body.
    func setContext() {
      // The loop keeps the transfer for as long as libcurl has the handle.
      let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      easy.set(.headerData, context)
      easy.set(.writeData, context)
      easy.set(.readData, context)
      easy.set(.seekData, context)
      easy.set(.privateData, context)
      // Without a way back libcurl cannot send a body twice: it ends with error 65 instead.
      let seek = job.request.mustBeSentOnce ? nil : unsafeBitCast(Self.seek, to: UnsafeRawPointer.self)
      easy.set(.seekFunction, seek)
    }

    private static let seek: @convention(c) (UnsafeMutableRawPointer?, Int, Int32) -> Int32 = {
      context, offset, origin in
      guard offset == 0, origin == 0, let transfer = CurlTransfer.from(context) else { return 1 }
      transfer.rewind()
      return 0
    }
  }
#endif
