#if os(Linux)
  import Foundation

  /// A handle of libcurl for one transfer at a time, used again and again.
  final class CurlEasy {
    let handle: CurlLibrary.Easy
    private let library: CurlLibrary
    private let words: UnsafeMutablePointer<CChar>

    /// Whether the options are set that all transfers of a loop share.
    var hasSharedOptions = false
    /// Where the last transfer went.
    private(set) var url: URL?
    private(set) var isSecure = false
    private var fields: [GraphQLHTTPHeaders.Field] = []
    /// The fields as libcurl reads them.
    private var list: CurlLibrary.List?

    /// CURL_ERROR_SIZE
    private static let wordCount = 256

    init?(_ library: CurlLibrary) {
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

    /// - Returns: false when this libcurl cannot honour the option.
    @discardableResult
    func set(_ option: CurlOption, _ value: Int) -> Bool { library.set(handle, option, value) }
    func set(_ option: CurlOption, _ value: UnsafeRawPointer?) { library.set(handle, option, value) }
    /// - Returns: false when this libcurl cannot honour the option.
    @discardableResult
    func set(_ option: CurlOption, _ value: String) -> Bool { library.set(handle, option, value) }

    /// Forgets the last transfer's options, but not the connections.
    func reset() {
      library.easyReset(handle)
      hasSharedOptions = false
      url = nil
      set(.httpHeader, nil as UnsafeRawPointer?)
      clearFields()
      clearWords()
      set(.errorBuffer, words)
    }

    /// Forgets what libcurl said about the last transfer.
    func clearWords() { words[0] = 0 }

    /// Sets the URL, unless it is that of the last transfer.
    func setURL(_ new: URL) {
      if new == url { return }
      url = new
      set(.url, new.absoluteString)
      // Requests that begin together share an HTTP/2 connection instead of opening one each.
      isSecure = new.scheme?.lowercased() == "https"
      set(.pipeWait, isSecure ? 1 : 0)
    }

    /// Sets the header fields, unless they are those of the last transfer.
    func setFields(_ new: GraphQLHTTPHeaders) {
      if list != nil, Self.areSame(new.fields, fields) { return }
      set(.httpHeader, nil as UnsafeRawPointer?)
      clearFields()
      fields = new.fields
      // libcurl's own field for bodies, unless the request has one.
      if new["Content-Type"] == nil { list = library.listAppend(list, "Content-Type:") }
      for field in fields {
        // By this libcurl tells a field without a value from one that it is to leave out.
        let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        list = library.listAppend(list, line) ?? list
      }
      set(.httpHeader, list.map { UnsafeRawPointer($0) })
    }

    /// Whether fields are the same bytes: texts that Swift calls equal may differ in how an accent is written.
    private static func areSame(_ a: [GraphQLHTTPHeaders.Field], _ b: [GraphQLHTTPHeaders.Field]) -> Bool {
      a.elementsEqual(b) { a, b in areSame(a.name, b.name) && areSame(a.value, b.value) }
    }

    private static func areSame(_ a: String, _ b: String) -> Bool {
      // In place of a loop over the bytes, which takes ten instructions for each.
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

    /// What libcurl says about a code, with details of this transfer where it has some.
    func text(of code: Int32) -> String {
      if words[0] != 0 { return String(cString: words) }
      return library.easyError(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Whether a request's first line has left.
    var sentRequest: Bool { library.get(handle, .requestSize) != 0 }

    /// Whether the transfer has got as far as a connection: its server's name is known.
    var hasConnection: Bool { library.get(handle, .nameLookupTime) != 0 }

    /// How long the parts of the last transfer took.
    var timing: GraphQLTiming {
      func time(_ information: CurlInformation) -> Int { library.get(handle, information) ?? 0 }
      var timing = GraphQLTiming(total: .microseconds(time(.totalTime)), isReused: reusedConnection)
      timing.firstByte = .microseconds(time(.firstByteTime))
      if timing.isReused == true { return timing }
      // Each counts from the beginning.
      let (name, connect, tls) = (time(.nameLookupTime), time(.connectTime), time(.tlsTime))
      timing.nameLookup = .microseconds(name)
      timing.connect = .microseconds(max(0, connect - name))
      if tls > 0 { timing.tls = .microseconds(max(0, tls - connect)) }
      return timing
    }

    /// Whether the last transfer had no new connection.
    var reusedConnection: Bool { library.get(handle, .newConnectionCount) == 0 }
  }
#endif
