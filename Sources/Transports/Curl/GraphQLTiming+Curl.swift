#if os(Linux)
  import ApusHTTP

  extension GraphQLTiming {
    /// The phases of a transfer, from the times at which libcurl saw them end.
    ///
    /// - Parameters:
    ///   - ends: these times, in microseconds since the transfer began; that of TLS is 0 without TLS.
    ///   - isReused: whether it used a connection that was already open; then only the last two times apply.
    package init(
      microseconds ends: (nameLookup: Int, connect: Int, tls: Int, firstByte: Int, total: Int), isReused: Bool
    ) {
      self.init(total: .microseconds(ends.total), isReused: isReused)
      firstByte = .microseconds(ends.firstByte)
      if isReused { return }
      nameLookup = .microseconds(ends.nameLookup)
      connect = .microseconds(max(0, ends.connect - ends.nameLookup))
      if ends.tls > 0 { tls = .microseconds(max(0, ends.tls - ends.connect)) }
    }
  }
#endif
