import ApusLoopback

#if !os(Windows)
  /// The server of the inspector's page.
  package enum InspectorServer {
    /// Serves until `isOver` returns true.
    ///
    /// - Parameters:
    ///   - port: the port; 0 for any free one.
    ///   - isWoken: whether `isOver` is only asked when the server is woken.
    ///   - ready: called with the page's URL, and an object that wakes the server.
    /// - Throws: ``LoopbackError`` if the port is in use.
    package static func run(
      _ content: some InspectorContent, port: Int, isWoken: Bool,
      ready: (_ url: String, LoopbackWaker) -> Void, until isOver: () -> Bool
    ) throws(LoopbackError) {
      let token = RandomToken.make()
      var server = try LoopbackServer(InspectorService(content: content, token: token), port: port)
      ready("http://127.0.0.1:\(server.port)/\(token)/", server.waker)
      server.run(isWoken: isWoken, until: isOver)
    }
  }
#endif
