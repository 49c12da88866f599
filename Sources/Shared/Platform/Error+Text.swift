extension Error {
  /// The error's description for people: `localizedDescription`, which `FoundationEssentials` lacks.
  package var text: String {
    #if os(Linux)
      if let text = (self as? any LocalizedError)?.errorDescription { return text }
      // Foundation's file errors have no description in words, but their causes do.
      guard let cause = (self as? CocoaError)?.userInfo["NSUnderlyingError"] as? POSIXError else {
        return "\(self)"
      }
      return SystemError(code: cause.code.rawValue).description
    #else
      localizedDescription
    #endif
  }
}
