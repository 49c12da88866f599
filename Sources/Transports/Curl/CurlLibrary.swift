#if os(Linux)
  import ApusPlatform

  /// The functions of libcurl, looked up by name: users need libcurl on their systems, but not its headers.
  ///
  /// `curl_easy_setopt` and `curl_easy_getinfo` are variadic in C. The two architectures below pass an integer or a pointer to a variadic function in
  /// the same way as to any other. On other architectures, the library counts as missing.
  /// Reference: <https://curl.se/libcurl/c/allfuncs.html>.
  package struct CurlLibrary: Sendable {
    package typealias Easy = OpaquePointer
    typealias Multi = OpaquePointer
    typealias List = OpaquePointer
    /// Called with a socket and the events to wait for, such as CURL_POLL_IN.
    typealias SocketCallback =
      @convention(c) (Easy?, Int32, Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
    /// Called with the milliseconds after which libcurl must act; negative for never.
    typealias TimerCallback = @convention(c) (Multi?, Int, UnsafeMutableRawPointer?) -> Int32

    let easyInit: @Sendable @convention(c) () -> Easy?
    let easyCleanup: @Sendable @convention(c) (Easy) -> Void
    let easyReset: @Sendable @convention(c) (Easy) -> Void
    let easyPause: @Sendable @convention(c) (Easy, Int32) -> Int32
    let easyError: @Sendable @convention(c) (Int32) -> UnsafePointer<CChar>?
    private let easySetPointer: @Sendable @convention(c) (Easy, Int32, UnsafeRawPointer?) -> Int32
    private let easySetNumber: @Sendable @convention(c) (Easy, Int32, Int) -> Int32
    private let easyGetNumber: @Sendable @convention(c) (Easy, Int32, UnsafeMutablePointer<Int>) -> Int32

    let listAppend: @Sendable @convention(c) (List?, UnsafePointer<CChar>) -> List?
    let listFree: @Sendable @convention(c) (List?) -> Void

    let multiInit: @Sendable @convention(c) () -> Multi?
    let multiCleanup: @Sendable @convention(c) (Multi) -> Int32
    let multiAdd: @Sendable @convention(c) (Multi, Easy) -> Int32
    let multiRemove: @Sendable @convention(c) (Multi, Easy) -> Int32
    private let multiSocketAction:
      @Sendable @convention(c) (Multi, Int32, Int32, UnsafeMutablePointer<Int32>) -> Int32
    private let multiInfoRead:
      @Sendable @convention(c) (Multi, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
    private let multiSetNumber: @Sendable @convention(c) (Multi, Int32, Int) -> Int32
    private let multiSetPointer: @Sendable @convention(c) (Multi, Int32, UnsafeRawPointer?) -> Int32
    let easySend: @Sendable @convention(c) (Easy, UnsafeRawPointer, Int, UnsafeMutablePointer<Int>) -> Int32
    let easyReceive:
      @Sendable @convention(c) (Easy, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<Int>) -> Int32
    let easyGetSocket: @Sendable @convention(c) (Easy, Int32, UnsafeMutablePointer<Int32>) -> Int32

    /// The version and its libraries, such as `libcurl/7.88.1 OpenSSL/3.0.19 …`.
    package let version: String

    /// The library of this process, or else the system's; nil if there is none, or it is older than 7.68 (2020).
    package static let shared = CurlLibrary(.system)

    /// Advice for systems without the library.
    package static let advice = advice(isLinked: CurlSymbols.isLinked)

    package static func advice(isLinked: Bool) -> String {
      if isLinked { return "libcurl 7.68 or newer; the one that this program links cannot be used" }
      #if canImport(Musl)
        return """
          libcurl 7.68 or newer, which a fully static program cannot load: link it by the trait LinkedLibraries of the \
          package apus
          """
      #else
        return """
          libcurl 7.68 or newer, which this system does not have: install it (Debian and Ubuntu: apt-get install libcurl4; \
          its headers are not needed), or link it by the trait LinkedLibraries of the package apus
          """
      #endif
    }

    /// A function is missing.
    private struct Missing: Error {}

    /// - Returns: nil if a function is missing.
    package init?(_ symbols: CurlSymbols) {
      guard let library = try? CurlLibrary(complete: symbols) else { return nil }
      self = library
    }

    private init(complete symbols: CurlSymbols) throws {
      guard Self.passesVariadicArgumentsAsOthers else { throw Missing() }
      func function<Function>(_ name: String) throws -> Function {
        guard let address = symbols.address(name) else { throw Missing() }
        return unsafeBitCast(address, to: Function.self)
      }
      easyInit = try function("curl_easy_init")
      easyCleanup = try function("curl_easy_cleanup")
      easyReset = try function("curl_easy_reset")
      easyPause = try function("curl_easy_pause")
      easyError = try function("curl_easy_strerror")
      easySetPointer = try function("curl_easy_setopt")
      easySetNumber = try function("curl_easy_setopt")
      easyGetNumber = try function("curl_easy_getinfo")
      listAppend = try function("curl_slist_append")
      listFree = try function("curl_slist_free_all")
      multiInit = try function("curl_multi_init")
      multiCleanup = try function("curl_multi_cleanup")
      multiAdd = try function("curl_multi_add_handle")
      multiRemove = try function("curl_multi_remove_handle")
      multiSocketAction = try function("curl_multi_socket_action")
      // Missing in versions before 7.68.
      guard symbols.address("curl_multi_wakeup") != nil else { throw Missing() }
      multiInfoRead = try function("curl_multi_info_read")
      multiSetNumber = try function("curl_multi_setopt")
      multiSetPointer = try function("curl_multi_setopt")
      easySend = try function("curl_easy_send")
      easyReceive = try function("curl_easy_recv")
      easyGetSocket = try function("curl_easy_getinfo")
      let globalInit: @convention(c) (Int) -> Int32 = try function("curl_global_init")
      // CURL_GLOBAL_ALL
      guard globalInit(3) == 0 else { throw Missing() }
      let version: @convention(c) () -> UnsafePointer<CChar>? = try function("curl_version")
      self.version = version().map { String(cString: $0) } ?? "libcurl"
    }

    private static var passesVariadicArgumentsAsOthers: Bool {
      #if arch(x86_64) || arch(arm64)
        true
      #else
        false
      #endif
    }

    /// Sets an option.
    ///
    /// - Returns: false if this libcurl does not support the option or rejects the number.
    @discardableResult
    func set(_ easy: Easy, _ option: CurlOption, _ value: Int) -> Bool {
      easySetNumber(easy, option.rawValue, value) == 0
    }

    /// Sets an option to a pointer, which libcurl keeps.
    func set(_ easy: Easy, _ option: CurlOption, _ value: UnsafeRawPointer?) {
      _ = easySetPointer(easy, option.rawValue, value)
    }

    /// Sets an option to a string, which libcurl copies.
    ///
    /// - Returns: false if this libcurl does not support the option or rejects the string.
    @discardableResult
    func set(_ easy: Easy, _ option: CurlOption, _ value: String) -> Bool {
      value.withCString { easySetPointer(easy, option.rawValue, $0) } == 0
    }

    /// Sets an option for all transfers.
    func set(_ multi: Multi, _ option: CurlMultiOption, _ value: Int) {
      _ = multiSetNumber(multi, option.rawValue, value)
    }

    /// Sets an option for all transfers to a pointer, which libcurl keeps.
    func set(_ multi: Multi, _ option: CurlMultiOption, _ value: UnsafeRawPointer) {
      _ = multiSetPointer(multi, option.rawValue, value)
    }

    /// Continues the transfers of a socket, and those that are due. libcurl calls the callbacks for sockets and the timer.
    func act(_ multi: Multi, _ socket: Int32, _ events: Int32) {
      var running: Int32 = 0
      _ = multiSocketAction(multi, socket, events, &running)
    }

    /// A number about a transfer; nil if libcurl does not support it.
    func get(_ easy: Easy, _ information: CurlInformation) -> Int? {
      var value = 0
      return easyGetNumber(easy, information.rawValue, &value) == 0 ? value : nil
    }

    /// The next transfer that has ended, with its code.
    func nextEnd(_ multi: Multi) -> (easy: Easy, code: Int32)? {
      var left: Int32 = 0
      while let message = multiInfoRead(multi, &left) {
        // struct CURLMsg { CURLMSG msg; CURL *easy_handle; union { void *whatever; CURLcode result; } data; }
        let isDone = message.load(as: Int32.self) == 1
        guard isDone, let easy = message.load(fromByteOffset: 8, as: Easy?.self) else { continue }
        return (easy, message.load(fromByteOffset: 16, as: Int32.self))
      }
      return nil
    }
  }
#endif
