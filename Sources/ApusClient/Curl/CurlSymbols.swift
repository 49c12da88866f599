#if os(Linux)
  import Foundation

  /// Looks the functions of libcurl up, all in one library.
  struct CurlSymbols: Sendable {
    /// The address of a function; nil when there is none of this name.
    let address: @Sendable (_ name: String) -> UnsafeMutableRawPointer?

    /// Those of this process, which has them if it links to FoundationNetworking as a shared library; else those of the system's
    /// libcurl, whose headers are not needed: slim images leave them out.
    static let system: CurlSymbols = {
      if dlsym(nil, "curl_easy_init") != nil { return CurlSymbols { dlsym(nil, $0) } }
      // Kept as a number, which can be shared.
      let library = dlopen("libcurl.so.4", RTLD_NOW).map { Int(bitPattern: $0) }
      return CurlSymbols { name in
        guard let library else { return nil }
        return dlsym(UnsafeMutableRawPointer(bitPattern: library), name)
      }
    }()
  }
#endif
