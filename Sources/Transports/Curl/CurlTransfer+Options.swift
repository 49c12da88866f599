#if os(Linux)
  import ApusPlatform

  /// The options of a request.
  extension CurlTransfer {
    /// Sets the handle's options.
    ///
    /// - Parameters:
    ///   - keepAlive: how long the server keeps an idle connection open; nil if it does not say.
    ///   - isRepeated: whether the request was already sent, on a connection that was dead.
    /// - Throws: the error of the user's configuration, if this libcurl does not support a part of it.
    func prepare(
      _ settings: CurlSettings, userAgent: String, keepAlive: Duration?, isRepeated: Bool
    ) throws {
      if isRepeated {
        repetitions += 1
        rewind()
      }
      if !easy.hasSharedOptions {
        easy.reset()
        try setSharedOptions(settings, userAgent)
        easy.hasSharedOptions = true
      }
      easy.clearWords()
      easy.setURL(job.request.url)
      setContext()
      easy.setFields(job.request.fields)
      setBody()
      // The connections that a server leaves are closed for libcurl, but it may be wrong.
      let isFresh = isRepeated && (stream == nil || repetitions == Self.mostRepetitions)
      easy.set(.freshConnect, isFresh ? 1 : 0)
      stream = nil
      easy.set(.verbose, streams != nil && job.request.mustBeSentOnce && easy.isSecure ? 1 : 0)
      easy.set(.maximumConnectionAge, Self.usualConnectionAge)
      if job.request.mustBeSentOnce { forbidRepetition(settings.maximumIdleTime, keepAlive) }
    }

    /// libcurl's default, in seconds.
    private static let usualConnectionAge = 118

    /// Sets the options that all transfers share. libcurl keeps them from one transfer to the next.
    private func setSharedOptions(_ settings: CurlSettings, _ userAgent: String) throws {
      // CURLPROTO_HTTP | CURLPROTO_HTTPS
      easy.set(.protocols, 3)
      easy.set(.noSignal, 1)
      // Do not wait for the system's name lookup when cancelling.
      easy.set(.quickExit, 1)
      easy.set(.tcpKeepAlive, 1)
      easy.set(.suppressConnectHeaders, 1)
      easy.set(.bufferSize, 1 << 16)
      // Every compression that this libcurl supports.
      easy.set(.acceptEncoding, "")
      // CURL_HTTP_VERSION_2TLS or CURL_HTTP_VERSION_1_1
      easy.set(.httpVersion, settings.usesHTTP2 ? 4 : 2)
      easy.set(.userAgent, userAgent)
      easy.repeatRefusedOnly()
      try settings.apply(easy)
      setCallbacks()
    }

    /// Sees to it that the request does not meet the end of a kept connection, and that a libcurl that would then send it again does not.
    private func forbidRepetition(_ maximumIdleTime: Duration, _ keepAlive: Duration?) {
      // The request has to arrive before the server closes the connection.
      let limit = keepAlive.map { min(maximumIdleTime, $0 - .seconds(1)) } ?? maximumIdleTime
      // libcurl counts whole seconds, and older versions round down, so a connection may have been idle for up to one more.
      let seconds = limit.asTimeout.components.seconds - 1
      // Without a body, only a new connection stops such a libcurl: it never tries those twice.
      if seconds < 1 || (job.request.bodyCount == 0 && !easy.repeatsRefusedOnly) {
        easy.set(.freshConnect, 1)
      } else {
        easy.set(.maximumConnectionAge, Int(seconds))
      }
    }

    private func setBody() {
      let count = job.request.bodyCount
      var bytes: UnsafeMutableRawPointer?
      if let data = job.request.bytes, count > 0, job.request.isSmall, job.request.progress == nil,
        !job.request.mustBeSentOnce
      {
        bytes = smallBody ?? malloc(count)
        // libcurl reads the bytes when it sends them, perhaps twice.
        if let bytes {
          data.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: bytes, count: count).copyMemory(from: $0)
          }
        }
        smallBody = bytes
      }
      let method = job.request.method
      let isPlainGET = method == "GET" && count == 0
      // This makes it a POST, so the method is set after it.
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
