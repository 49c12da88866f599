#if os(Linux)
  import ApusCurl

  extension GraphQLTiming {
    init(_ timing: CurlTiming) {
      self.init(total: .microseconds(timing.total), isReused: timing.isReused)
      firstByte = .microseconds(timing.firstByte)
      if timing.isReused { return }
      // libcurl measures each phase from the beginning.
      nameLookup = .microseconds(timing.nameLookup)
      connect = .microseconds(max(0, timing.connect - timing.nameLookup))
      if timing.tls > 0 { tls = .microseconds(max(0, timing.tls - timing.connect)) }
    }
  }
#endif
