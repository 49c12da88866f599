#if os(Linux)
  import Foundation

  /// What libcurl is told of a request.
  extension CurlTransfer {
    /// Sets the handle's options.
    ///
    /// - Parameters:
    ///   - keepAlive: for how long servers say that they keep a connection; nil when they do not say.
    ///   - isRepeated: whether the request was sent before, on a connection that was dead.
    /// - Throws: ``CurlConfigurationError``.
    func prepare(
      _ configuration: CurlConfiguration, userAgent: String, keepAlive: Duration?, isRepeated: Bool
    ) throws {
      if isRepeated {
        repetitions += 1
        rewind()
      }
      if !easy.hasSharedOptions {
        easy.reset()
        try setSharedOptions(configuration, userAgent)
        easy.hasSharedOptions = true
      }
      easy.clearWords()
      easy.setURL(job.request.url)
      setContext()
      easy.setFields(job.request.headers)
      setBody()
      easy.set(.freshConnect, isRepeated ? 1 : 0)
      easy.set(.maximumConnectionAge, Self.usualConnectionAge)
      if job.request.mustBeSentOnce { forbidRepetition(configuration.maximumIdleTime, keepAlive) }
    }

    /// libcurl's own, in seconds.
    private static let usualConnectionAge = 118

    /// Sets what is the same for all transfers: libcurl keeps it from one to the next.
    private func setSharedOptions(_ configuration: CurlConfiguration, _ userAgent: String) throws {
      // CURLPROTO_HTTP | CURLPROTO_HTTPS
      easy.set(.protocols, 3)
      easy.set(.noSignal, 1)
      // Cancelling does not wait for the system's name look-up to end.
      easy.set(.quickExit, 1)
      easy.set(.tcpKeepAlive, 1)
      easy.set(.suppressConnectHeaders, 1)
      easy.set(.bufferSize, 1 << 16)
      // All that this libcurl can unpack.
      easy.set(.acceptEncoding, "")
      // CURL_HTTP_VERSION_2TLS or CURL_HTTP_VERSION_1_1
      easy.set(.httpVersion, configuration.usesHTTP2 ? 4 : 2)
      easy.set(.userAgent, userAgent)
      try configuration.apply(to: easy)
      setCallbacks()
    }

    /// Keeps libcurl from sending the request again by itself, which it does when a kept connection breaks.
    private func forbidRepetition(_ maximumIdleTime: Duration, _ keepAlive: Duration?) {
      // The request has to arrive before the server's time is over.
      let limit = keepAlive.map { min(maximumIdleTime, $0 - .seconds(1)) } ?? maximumIdleTime
      // libcurl counts whole seconds, and older versions round down: it lets a connection pass that was idle for up to one more.
      let seconds = limit.asTimeout.components.seconds - 1
      // Without a body there is no way to stop libcurl but a new connection, which it never gives a second try.
      if seconds < 1 || job.request.body.byteCount == 0 {
        easy.set(.freshConnect, 1)
      } else {
        easy.set(.maximumConnectionAge, Int(seconds))
      }
    }

    private func setBody() {
      let count = job.request.body.byteCount
      var bytes: UnsafeMutableRawPointer?
      if case .bytes(let data) = job.request.body, count > 0, job.isSmall, job.request.progress == nil,
        !job.request.mustBeSentOnce
      {
        bytes = smallBody ?? malloc(count)
        // libcurl reads them when it sends them, perhaps a second time.
        if let bytes {
          data.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: bytes, count: count).copyMemory(from: $0)
          }
        }
        smallBody = bytes
      }
      let isGET = job.request.method == .get
      // Makes a POST of it, so the method comes next.
      easy.set(.postFields, UnsafeRawPointer(bytes))
      easy.set(isGET && count == 0 ? .httpGet : .post, 1)
      if isGET, count > 0 {
        easy.set(.customRequest, "GET")
      } else {
        easy.set(.customRequest, nil as UnsafeRawPointer?)
      }
      easy.set(.postFieldSize, count)
    }
  }
#endif
