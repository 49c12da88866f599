extension Error {
  /// The error for people: `localizedDescription`, which `FoundationEssentials` does not have.
  package var text: String {
    #if os(Linux)
      if let text = (self as? any LocalizedError)?.errorDescription { return text }
      // Foundation's errors of files do not say anything in words, but what they come from does.
      guard let cause = (self as? CocoaError)?.userInfo["NSUnderlyingError"] as? POSIXError else {
        return "\(self)"
      }
      return SystemError(code: cause.code.rawValue).description
    #else
      localizedDescription
    #endif
  }
}
