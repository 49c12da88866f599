#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// The options of libcurl for a connection, used by `GraphQLCurlTransport` and by WebSockets.
  extension GraphQLCurlTransport.Configuration {
    /// Sets the options of a transfer.
    ///
    /// - Throws: ``CurlConfigurationError`` if this libcurl does not support one of them. Nothing may be sent without it.
    package func apply(to easy: CurlEasy) throws {
      if let certificateAuthorities {
        try set(easy, .certificateAuthorities, certificateAuthorities.path, "certificateAuthorities")
        // Unless the folder is unset, Debian's libcurl also trusts the system's certificate authorities.
        easy.set(.certificateAuthorityFolder, UnsafeRawPointer?.none)
      }
      if !pinnedPublicKeys.isEmpty {
        let keys = pinnedPublicKeys.sorted().map { "sha256//\($0)" }.joined(separator: ";")
        try set(easy, .pinnedPublicKey, keys, "pinnedPublicKeys")
      }
      if let certificate = clientCertificate {
        try set(easy, .clientCertificateType, certificate.format.rawValue, "clientCertificate")
        try set(easy, .clientCertificate, certificate.file.path, "clientCertificate")
        if let key = certificate.key { try set(easy, .clientKey, key.path, "clientCertificate") }
        if let password = certificate.password {
          try set(easy, .clientKeyPassword, password, "clientCertificate")
        }
      }
      // CURL_SSLVERSION_TLSv1_2 or CURL_SSLVERSION_TLSv1_3
      guard easy.set(.tlsVersion, requiresTLS13 ? 7 : 6) else {
        throw Self.unsupported("requiresTLS13")
      }
      if let connectMilliseconds {
        guard easy.set(.connectTimeoutMilliseconds, connectMilliseconds) else {
          throw Self.unsupported("connectTimeout")
        }
      }
      if let proxy { try set(easy, .proxy, proxy.absoluteString, "proxy") }
      if let unixSocket { try set(easy, .unixSocketPath, unixSocket.path, "unixSocket") }
    }

    /// ``connectTimeout`` for libcurl, which would use its own limit for zero.
    package var connectMilliseconds: Int? {
      connectTimeout.map { max(1, Int($0.asTimeout / .milliseconds(1))) }
    }

    private func set(_ easy: CurlEasy, _ option: CurlOption, _ value: String, _ name: String) throws {
      guard easy.set(option, value) else { throw Self.unsupported(name) }
    }

    private static func unsupported(_ name: String) -> CurlConfigurationError {
      let version = CurlLibrary.shared?.version ?? "libcurl"
      return CurlConfigurationError(
        "this \(version) does not support \(name) of GraphQLCurlTransport.Configuration")
    }

    /// Rejects a URL without TLS if the configuration requires TLS.
    ///
    /// - Throws: ``GraphQLClientError/invalidRequest(_:)``.
    package func checkEncryption(of url: URL) throws {
      guard !pinnedPublicKeys.isEmpty || clientCertificate != nil, url.scheme?.lowercased() != "https" else {
        return
      }
      throw GraphQLClientError.invalidRequest(
        """
        pinned public keys and client certificates need TLS: \(url.host ?? "the server") is asked without it, and needs https or wss
        """)
    }

    /// Checks settings that libcurl would only check with the first request, or never.
    ///
    /// - Throws: ``CurlConfigurationError``.
    package func validate(_ library: CurlLibrary) throws {
      for key in pinnedPublicKeys where Data(base64Encoded: key)?.count != 32 {
        throw CurlConfigurationError(
          "'\(key)' in pinnedPublicKeys is not the Base64 of a SHA-256, which has 44 characters without a prefix"
        )
      }
      for (name, file) in [
        ("certificateAuthorities", certificateAuthorities), ("clientCertificate", clientCertificate?.file),
        ("clientCertificate", clientCertificate?.key),
      ] {
        guard let file, (try? OpenFile(forReading: file).read(upToCount: 1))?.isEmpty != false else {
          continue
        }
        throw CurlConfigurationError("the file \(file.path) of \(name) cannot be read, or is empty")
      }
      if let proxy, !["http", "socks5", "socks5h"].contains(proxy.scheme?.lowercased()) {
        throw CurlConfigurationError(
          "the proxy's scheme must be http, socks5 or socks5h, not \(proxy.scheme ?? "empty")")
      }
      guard let easy = CurlEasy(library) else {
        throw CurlConfigurationError("there is no memory for libcurl")
      }
      try apply(to: easy)
    }
  }
#endif
