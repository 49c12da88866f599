#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// A connection that libcurl opens without blocking, and closes with this object. Only one thread uses it.
  ///
  /// Each has a multi handle of its own: libcurl would look for dead connections among all those of a multi handle, and old versions take an open
  /// one with unread bytes for dead.
  ///
  /// libcurl starts threads that look up names, which may take half a minute. Since 7.87 it can leave such a thread behind. Older versions wait for it
  /// when the connection is given up, so that another thread has to close the connection.
  package final class CurlConnection {
    /// The requests of libcurl in its callbacks.
    private final class Wishes {
      var watch: (_ socket: Int32, _ wanted: Int32) -> Void
      /// The time when libcurl must act; nil while it only waits for sockets.
      var due: SteadyTime?

      init(_ watch: @escaping (_ socket: Int32, _ wanted: Int32) -> Void) { self.watch = watch }
    }

    /// The handles of a connection.
    ///
    /// It is `Sendable` because one thread uses it until the `CurlConnection` ends, and then only the one that calls ``close()``.
    private final class Handles: @unchecked Sendable {
      let easy: CurlEasy
      let library: CurlLibrary
      let multi: CurlLibrary.Multi
      let wishes: Wishes

      init(_ easy: CurlEasy, _ library: CurlLibrary, _ multi: CurlLibrary.Multi, _ wishes: Wishes) {
        self.easy = easy
        self.library = library
        self.multi = multi
        self.wishes = wishes
      }

      /// Closes the connection, which waits for a lookup if libcurl cannot leave it behind.
      func close() {
        _ = library.multiRemove(multi, easy.handle)
        _ = library.multiCleanup(multi)
      }
    }

    private let handles: Handles
    /// The time when this object ends the opening, because libcurl would wait for a lookup; nil if libcurl ends it.
    private let limit: SteadyTime?
    private var hasEnded = false

    private var easy: CurlEasy { handles.easy }
    private var library: CurlLibrary { handles.library }
    private var multi: CurlLibrary.Multi { handles.multi }
    private var wishes: Wishes { handles.wishes }

    /// Begins to open a connection.
    ///
    /// - Parameters:
    ///   - easy: a handle with the URL and all other options.
    ///   - timeout: the time limit, which is also one of the options.
    ///   - watch: called with a socket and the events to wait for, see `CurlSockets.watch`.
    /// - Throws: `GraphQLConnectionError` if there is not enough memory.
    package init(
      _ easy: CurlEasy, _ library: CurlLibrary, timeout: Duration,
      watch: @escaping (_ socket: Int32, _ wanted: Int32) -> Void
    ) throws {
      guard let multi = library.multiInit() else { throw GraphQLConnectionError(.resourceUnavailable) }
      handles = Handles(easy, library, multi, Wishes(watch))
      if easy.set(.quickExit, 1) {
        limit = nil
      } else {
        limit = .now + SteadyTime.Interval(timeout)
        // Later than this object's, and not without a limit, of which each address of the server gets a part.
        easy.set(.connectTimeoutMilliseconds, Int((timeout.asTimeout + Self.margin) / .milliseconds(1)))
      }
      setCallbacks()
      easy.set(.connectOnly, 1)
      guard library.multiAdd(multi, easy.handle) == 0 else {
        throw GraphQLConnectionError(.resourceUnavailable)
      }
    }

    /// The time by which libcurl's limit is later.
    private static let margin: Duration = .seconds(5)

    deinit {
      let mayBeLookingUp = limit != nil && !hasEnded && !easy.hasConnection
      guard mayBeLookingUp else { return handles.close() }
      wishes.watch = { _, _ in }
      let hasThread = startThread("Apus lookup") { [handles] in
        CurlSignals.block()
        handles.close()
      }
      if !hasThread { handles.close() }
    }

    private func setCallbacks() {
      let watch: CurlLibrary.SocketCallback = { _, socket, wanted, context, _ in
        if let context { Unmanaged<Wishes>.fromOpaque(context).takeUnretainedValue().watch(socket, wanted) }
        return 0
      }
      let wait: CurlLibrary.TimerCallback = { _, milliseconds, context in
        if let context {
          let wishes = Unmanaged<Wishes>.fromOpaque(context).takeUnretainedValue()
          wishes.due = milliseconds < 0 ? nil : .now + SteadyTime.Interval(.milliseconds(milliseconds))
        }
        return 0
      }
      // The callbacks end with the multi handle, before this object releases its properties.
      let context = UnsafeRawPointer(Unmanaged.passUnretained(wishes).toOpaque())
      library.set(multi, .socketFunction, unsafeBitCast(watch, to: UnsafeRawPointer.self))
      library.set(multi, .socketData, context)
      library.set(multi, .timerFunction, unsafeBitCast(wait, to: UnsafeRawPointer.self))
      library.set(multi, .timerData, context)
    }

    /// The time when ``advance(_:_:)`` must be called without a socket; nil for never.
    package var due: SteadyTime? {
      guard let limit, !hasEnded else { return wishes.due }
      return wishes.due.map { min($0, limit) } ?? limit
    }

    /// Continues to open the connection.
    ///
    /// - Parameter ready: a socket that libcurl waits for and that is ready; nil if there is none.
    /// - Returns: 0 once the connection is open, or the `CURLcode` of the failure; nil while it is being opened.
    package func advance(_ ready: CurlSockets.Ready?, _ now: SteadyTime) -> Int32? {
      let isLate = limit.map { $0 <= now } ?? false
      if isLate, !easy.hasConnection { return Self.timedOut }
      if let ready { library.act(multi, ready.socket, ready.events) }
      if let due = wishes.due, due <= now {
        wishes.due = nil
        // CURL_SOCKET_TIMEOUT
        library.act(multi, -1, 0)
      }
      guard let code = library.nextEnd(multi)?.code else { return isLate ? Self.timedOut : nil }
      hasEnded = true
      return code
    }

    /// CURLE_OPERATION_TIMEDOUT
    private static let timedOut: Int32 = 28
  }
#endif
