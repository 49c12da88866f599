#if !os(Linux)
  import ApusHTTP
  import Foundation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension GraphQLConnectionError {
    /// Creates an error with Foundation's description and the URL that failed.
    package init(_ error: URLError) {
      self.init(
        Code(rawValue: error.code.rawValue), error.localizedDescription, url: error.failingURL, cause: error)
    }
  }
#endif
