#if os(Linux)
  import ApusHTTP
  import ApusPlatform

  /// A connection that libcurl opens without blocking, and closes with this object. Only one thread uses it.
  ///
  /// Each has a multi handle of its own: libcurl would look for dead connections among all those of a multi handle, and old versions take an open
  /// one with unread bytes for dead.
  package final class CurlConnection {
    /// What libcurl asks for in its callbacks.
    private final class Wishes {
      let watch: (_ socket: Int32, _ wanted: Int32) -> Void
      /// The time when libcurl must act; nil while it only waits for sockets.
      var due: SteadyTime?

      init(_ watch: @escaping (_ socket: Int32, _ wanted: Int32) -> Void) { self.watch = watch }
    }

    package let easy: CurlEasy
    private let library: CurlLibrary
    private let multi: CurlLibrary.Multi
    private let wishes: Wishes

    /// Begins to open a connection.
    ///
    /// - Parameters:
    ///   - easy: a handle with the URL and all other options.
    ///   - watch: called with a socket and the events to wait for, see `CurlSockets.watch`.
    /// - Throws: `GraphQLConnectionError` if there is not enough memory.
    package init(
      _ easy: CurlEasy, _ library: CurlLibrary,
      watch: @escaping (_ socket: Int32, _ wanted: Int32) -> Void
    ) throws {
      guard let multi = library.multiInit() else { throw GraphQLConnectionError(.resourceUnavailable) }
      self.easy = easy
      self.library = library
      self.multi = multi
      wishes = Wishes(watch)
      setCallbacks()
      easy.set(.connectOnly, 1)
      guard library.multiAdd(multi, easy.handle) == 0 else {
        throw GraphQLConnectionError(.resourceUnavailable)
      }
    }

    deinit {
      _ = library.multiRemove(multi, easy.handle)
      _ = library.multiCleanup(multi)
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
    package var due: SteadyTime? { wishes.due }

    /// Continues to open the connection.
    ///
    /// - Parameter ready: a socket that libcurl waits for and that is ready; nil if there is none.
    /// - Returns: 0 once the connection is open, or the `CURLcode` of the failure; nil while it is being opened.
    package func advance(_ ready: CurlSockets.Ready?, _ now: SteadyTime) -> Int32? {
      if let ready { library.act(multi, ready.socket, ready.events) }
      if let due = wishes.due, due <= now {
        wishes.due = nil
        // CURL_SOCKET_TIMEOUT
        library.act(multi, -1, 0)
      }
      return library.nextEnd(multi)?.code
    }
  }
#endif
