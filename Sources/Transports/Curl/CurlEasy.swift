#if os(Linux)
  import ApusPlatform
  import ApusHTTP

  /// A handle of libcurl, which is reused for one transfer at a time.
  package final class CurlEasy {
    package let handle: CurlLibrary.Easy
    private let library: CurlLibrary
    private let words: UnsafeMutablePointer<CChar>

    /// Whether the options shared by all transfers of a loop are set.
    var hasSharedOptions = false
    /// Whether libcurl sends a request again only if the server reports that it has not processed it. By default, libcurl also does so when a
    /// kept-alive connection is lost.
    private(set) var repeatsRefusedOnly = false
    /// The URL of the last transfer.
    private(set) var url: URL?
    private(set) var isSecure = false
    private var fields: [GraphQLHTTPHeaders.Field] = []
    /// The fields in libcurl's format.
    private var list: CurlLibrary.List?

    /// CURL_ERROR_SIZE
    private static let wordCount = 256

    package init?(_ library: CurlLibrary) {
      guard let handle = library.easyInit() else { return nil }
      self.library = library
      self.handle = handle
      words = .allocate(capacity: Self.wordCount)
      words.initialize(repeating: 0, count: Self.wordCount)
      set(.errorBuffer, words)
    }

    deinit {
      library.easyCleanup(handle)
      library.listFree(list)
      words.deallocate()
    }

    /// - Returns: false if this libcurl does not support the option.
    @discardableResult
    package func set(_ option: CurlOption, _ value: Int) -> Bool { library.set(handle, option, value) }
    package func set(_ option: CurlOption, _ value: UnsafeRawPointer?) { library.set(handle, option, value) }
    /// - Returns: false if this libcurl does not support the option.
    @discardableResult
    package func set(_ option: CurlOption, _ value: String) -> Bool { library.set(handle, option, value) }

    /// Prevents libcurl from sending a request again when a kept-alive connection is lost, because the server may have processed it.
    ///
    /// Over HTTP/2, a server reports with GOAWAY and REFUSED_STREAM which requests it has not processed, and libcurl sends them again
    /// (`Curl_retry_request`). libcurl does the same after a connection is lost, except for an RTSP request that only receives. Requests over HTTP
    /// ignore that option otherwise.
    func repeatRefusedOnly() {
      // CURL_RTSPREQ_RECEIVE. A libcurl without RTSP does not support the option.
      repeatsRefusedOnly = set(.rtspRequest, 11)
    }

    /// Resets the options of the last transfer, but keeps the connections.
    package func reset() {
      library.easyReset(handle)
      hasSharedOptions = false
      url = nil
      set(.httpHeader, nil as UnsafeRawPointer?)
      clearFields()
      clearWords()
      set(.errorBuffer, words)
    }

    /// Clears libcurl's message about the last transfer.
    func clearWords() { words[0] = 0 }

    /// Sets the URL, unless the last transfer had the same one.
    func setURL(_ new: URL) {
      if new == url { return }
      url = new
      set(.url, new.absoluteString)
      // Requests that start at the same time share an HTTP/2 connection instead of opening one each.
      isSecure = new.scheme?.lowercased() == "https"
      set(.pipeWait, isSecure ? 1 : 0)
    }

    /// Sets the header fields, unless the last transfer had the same ones.
    func setFields(_ new: [GraphQLHTTPHeaders.Field]) {
      if list != nil, Self.areSame(new, fields) { return }
      set(.httpHeader, nil as UnsafeRawPointer?)
      clearFields()
      fields = new
      // Suppress libcurl's own field for bodies, unless the request has one.
      let hasType = new.contains { HTTPFieldName.areSame($0.name, "Content-Type") }
      if !hasType { list = library.listAppend(list, "Content-Type:") }
      for field in fields {
        // A semicolon marks an empty value. With a colon, libcurl would omit the field.
        let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        list = library.listAppend(list, line) ?? list
      }
      set(.httpHeader, list.map { UnsafeRawPointer($0) })
    }

    /// Whether fields have the same bytes: strings that Swift considers equal may encode accents differently.
    private static func areSame(
      _ a: [GraphQLHTTPHeaders.Field], _ b: [GraphQLHTTPHeaders.Field]
    ) -> Bool {
      a.elementsEqual(b) { a, b in areSame(a.name, b.name) && areSame(a.value, b.value) }
    }

    private static func areSame(_ a: String, _ b: String) -> Bool {
      // A loop over the bytes would take ten instructions for each.
      let isSame: Bool?? = a.utf8.withContiguousStorageIfAvailable { a in
        b.utf8.withContiguousStorageIfAvailable { b in
          guard a.count == b.count, let first = a.baseAddress, let second = b.baseAddress else {
            return a.isEmpty && b.isEmpty
          }
          return memcmp(first, second, a.count) == 0
        }
      }
      return (isSame ?? nil) ?? a.utf8.elementsEqual(b.utf8)
    }

    private func clearFields() {
      library.listFree(list)
      (fields, list) = ([], nil)
    }

    /// libcurl's message for a code, with details of this transfer if it has any.
    package func text(of code: Int32) -> String {
      if words[0] != 0 { return String(cString: words) }
      return library.easyError(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Whether a request's first line was sent.
    var sentRequest: Bool { library.get(handle, .requestSize) != 0 }

    /// Whether the transfer has a connection, or at least knows its server's address.
    var hasConnection: Bool { library.get(handle, .nameLookupTime) != 0 }

    /// The local port of the connection, which identifies it; 0 if there is none.
    var localPort: Int { library.get(handle, .localPort) ?? 0 }

    /// The phases of the last transfer.
    var timing: GraphQLTiming {
      func time(_ information: CurlInformation) -> Int { library.get(handle, information) ?? 0 }
      return GraphQLTiming(
        microseconds: (
          time(.nameLookupTime), time(.connectTime), time(.tlsTime), time(.firstByteTime), time(.totalTime)
        ), isReused: reusedConnection)
    }

    /// Whether the last transfer used an existing connection.
    var reusedConnection: Bool { library.get(handle, .newConnectionCount) == 0 }
  }
#endif
