#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// The options of a request.
  extension CurlTransfer {
    /// Sets the handle's options.
    ///
    /// - Parameters:
    ///   - keepAlive: the time for which the server keeps an idle connection open; nil if it does not announce one.
    ///   - isRepeated: whether the request was already sent, on a connection that was dead.
    /// - Throws: the error of the user's configuration, if this libcurl does not support a setting.
    func prepare(
      _ configuration: GraphQLCurlTransport.Configuration, userAgent: String, keepAlive: Duration?,
      isRepeated: Bool
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
      easy.setFields(job.request.headers.fields)
      setBody()
      // Connections that a server is leaving are closed for libcurl, but it may be wrong.
      let isFresh = isRepeated && (stream == nil || repetitions == Self.mostRepetitions)
      easy.set(.freshConnect, isFresh ? 1 : 0)
      stream = nil
      easy.set(.verbose, streams != nil && job.request.mustBeSentOnce && easy.isSecure ? 1 : 0)
      easy.set(.maximumConnectionAge, Self.usualConnectionAge)
      if job.request.mustBeSentOnce { forbidRepetition(configuration.maximumIdleTime, keepAlive) }
    }

    /// libcurl's default, in seconds.
    private static let usualConnectionAge = 118

    /// Sets the options that all transfers share. libcurl keeps them for the next transfer.
    private func setSharedOptions(_ configuration: GraphQLCurlTransport.Configuration, _ userAgent: String)
      throws
    {
      // CURLPROTO_HTTP | CURLPROTO_HTTPS
      easy.set(.protocols, 3)
      easy.set(.noSignal, 1)
      // When cancelling, do not wait for the system's name lookup.
      easy.set(.quickExit, 1)
      easy.set(.tcpKeepAlive, 1)
      easy.set(.suppressConnectHeaders, 1)
      easy.set(.bufferSize, 1 << 16)
      // All compression formats that this libcurl supports.
      easy.set(.acceptEncoding, "")
      // CURL_HTTP_VERSION_2TLS or CURL_HTTP_VERSION_1_1
      easy.set(.httpVersion, configuration.usesHTTP2 ? 4 : 2)
      easy.set(.userAgent, userAgent)
      easy.repeatRefusedOnly()
      try configuration.apply(to: easy)
      setCallbacks()
    }

    /// Ensures that the request is not sent on a kept-alive connection that is about to close, or that libcurl does not send it again in that case.
    private func forbidRepetition(_ maximumIdleTime: Duration, _ keepAlive: Duration?) {
      // The request must arrive before the server closes the connection.
      let limit = keepAlive.map { min(maximumIdleTime, $0 - .seconds(1)) } ?? maximumIdleTime
      // libcurl counts whole seconds, and older versions round down, so a connection may have been idle for up to one second more.
      let seconds = limit.asTimeout.components.seconds - 1
      // Without a body, only a new connection prevents such a libcurl from repeating the request: it never repeats one on a new connection.
      if seconds < 1 || (job.request.body.byteCount == 0 && !easy.repeatsRefusedOnly) {
        easy.set(.freshConnect, 1)
      } else {
        easy.set(.maximumConnectionAge, Int(seconds))
      }
    }

    private func setBody() {
      let count = job.request.body.byteCount
      var bytes: UnsafeMutableRawPointer?
      if let data = job.request.bytes, count > 0, job.request.isSmall, job.request.progress == nil,
        !job.request.mustBeSentOnce
      {
        bytes = smallBody ?? malloc(count)
        // libcurl reads the bytes when it sends them, possibly twice.
        if let bytes {
          data.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: bytes, count: count).copyMemory(from: $0)
          }
        }
        smallBody = bytes
      }
      let method = job.request.method.rawValue
      let isPlainGET = method == "GET" && count == 0
      // This makes it a POST, so the method is set afterwards.
      easy.set(.postFields, UnsafeRawPointer(bytes))
      easy.set(isPlainGET ? .httpGet : .post, 1)
      if isPlainGET || method == "POST" {
        easy.set(.customRequest, nil as UnsafeRawPointer?)
      } else {
        easy.set(.customRequest, method)
      }
      easy.set(.postFieldSize, count)
    }
  }
#endif
