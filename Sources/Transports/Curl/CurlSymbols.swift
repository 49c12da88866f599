#if os(Linux)
  import ApusPlatform
  import CApusCurl

  /// Looks up functions of libcurl, all in the same library.
  package struct CurlSymbols: Sendable {
    /// The address of a function; nil if there is none with this name.
    package let address: @Sendable (_ name: String) -> UnsafeMutableRawPointer?

    package init(_ address: @escaping @Sendable (_ name: String) -> UnsafeMutableRawPointer?) {
      self.address = address
    }

    /// Whether the program links libcurl, with the package's trait LinkedLibraries.
    package static let isLinked = apus_linked_curl("curl_easy_init") != nil

    /// The functions of the linked libcurl. If none is linked, those of this process, if it links FoundationNetworking as a shared library; otherwise
    /// those of the system's libcurl. Its headers, which slim images omit, are not needed.
    package static let system: CurlSymbols = {
      if isLinked { return CurlSymbols { apus_linked_curl($0) } }
      if dlsym(nil, "curl_easy_init") != nil { return CurlSymbols { dlsym(nil, $0) } }
      // Stored as a number, which is `Sendable`.
      let library = dlopen("libcurl.so.4", RTLD_NOW).map { Int(bitPattern: $0) }
      return CurlSymbols { name in
        guard let library else { return nil }
        return dlsym(UnsafeMutableRawPointer(bitPattern: library), name)
      }
    }()
  }
#endif
