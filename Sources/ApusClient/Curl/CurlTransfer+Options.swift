#if os(Linux)
  import Foundation

  /// What libcurl is told of a request.
  extension CurlTransfer {
    /// Bodies up to this size go with the header fields, in one piece.
    private static let smallBodySize = 1 << 16

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
        easy.reset()
        rewind()
        easy.set(.freshConnect, 1)
      }
      easy.set(.url, job.request.url.absoluteString)
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
      // Requests that begin together share an HTTP/2 connection instead of opening one each.
      if job.request.url.scheme?.lowercased() == "https" { easy.set(.pipeWait, 1) }
      try configuration.apply(to: easy)
      setCallbacks()
      setFields(userAgent)
      setBody()
      if job.request.mustBeSentOnce { forbidRepetition(configuration.maximumIdleTime, keepAlive) }
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

    private func setFields(_ userAgent: String) {
      if fields == nil {
        // libcurl's own field for bodies, unless the request has one.
        if job.request.headers["Content-Type"] == nil { fields = library.listAppend(fields, "Content-Type:") }
        for field in job.request.headers.fields {
          // By this libcurl tells a field without a value from one that it is to leave out.
          let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
          fields = library.listAppend(fields, line) ?? fields
        }
      }
      easy.set(.httpHeader, fields.map { UnsafeRawPointer($0) })
      easy.set(.userAgent, userAgent)
    }

    private func setBody() {
      let request = job.request
      let count = request.body.byteCount
      if request.method == .get, count == 0 {
        easy.set(.httpGet, 1)
        return
      }
      easy.set(.post, 1)
      if request.method == .get { easy.set(.customRequest, "GET") }
      easy.set(.postFieldSize, count)
      guard case .bytes(let data) = request.body, 1...Self.smallBodySize ~= count, request.progress == nil,
        !request.mustBeSentOnce,
        let copy = smallBody ?? malloc(count)
      else { return setUploadCallbacks() }
      // libcurl reads them when it sends them, perhaps a second time.
      data.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: copy, count: count).copyMemory(from: $0) }
      smallBody = copy
      easy.set(.postFields, UnsafeRawPointer(copy))
    }
  }
#endif
