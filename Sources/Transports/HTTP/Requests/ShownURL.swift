import ApusPlatform

/// A URL for messages and logs, without user, password, parameters and fragment, which may be secret.
package struct ShownURL {
  private let components: URLComponents

  /// - Returns: nil if the text is not a URL.
  package init?(_ text: String) {
    guard var components = URLComponents(string: text) else { return nil }
    components.user = nil
    components.password = nil
    components.query = nil
    components.fragment = nil
    self.components = components
  }

  /// The URL with a changed path.
  ///
  /// - Parameter path: converts the real path to the shown one, both percent-encoded. The result may be an invalid path.
  package func text(path: (String) -> String = { $0 }) -> String? {
    let shown = path(components.percentEncodedPath)
    var origin = components
    origin.percentEncodedPath = ""
    return origin.string.map { $0 + shown }
  }
}

extension URL {
  /// The URL for messages, without user, password, parameters and fragment.
  package var shown: String { ShownURL(absoluteString)?.text() ?? "the URL" }
}
