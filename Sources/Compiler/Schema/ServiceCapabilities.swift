import ApusSource

/// A server's features other than its schema, from an introspection result or a comment at the head of its SDL.
///
/// The comment has the notation of the draft, which few tools can parse yet:
///
///     # service {
///     #   capability graphql.onError
///     # }
///
/// https://github.com/graphql/graphql-spec/pull/1208
package struct ServiceCapabilities {
  /// The type that a server with capabilities has in its introspection result.
  package static let typeName = "__Service"
  /// The capability to obey the request's `onError`.
  package static let onError = "graphql.onError"

  /// Each as in the draft's notation: an identifier, and perhaps a value in parentheses.
  private let entries: [String]

  /// Whether the server has the capability of this identifier.
  package func contains(_ identifier: String) -> Bool {
    entries.contains { $0.prefix { $0 != "(" } == identifier }
  }

  /// The capabilities in an introspection result; nil if the query did not ask for them.
  init?(introspection root: JSONValue) {
    let data = root.member("data") ?? root
    guard let list = data.member("__service")?.member("capabilities")?.elements else { return nil }
    entries = list.compactMap { capability in
      guard let identifier = capability.member("identifier")?.string, Self.isQualifiedName(identifier) else {
        return nil
      }
      return identifier + (capability.member("value")?.string.map { "(\(JSONOutput.string($0).line))" } ?? "")
    }
  }

  /// The capabilities in the comment at the head of a file with SDL; nil if there is none.
  init?(commentIn source: SourceFile) {
    var end = 0
    while end < source.count,
      [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[end]) || source.bytes[end] == 0x23
    {
      while end < source.count, source.bytes[end] != 0x0A { end += 1 }
      end += 1
    }
    let lines = source.text(0, end).split(whereSeparator: \.isNewline).map {
      $0.drop { $0 == "#" || $0 == " " }
    }
    guard let start = lines.firstIndex(of: "service {") else { return nil }
    entries = lines[(start + 1)...].prefix { $0.hasPrefix("capability ") }.map { String($0.dropFirst(11)) }
  }

  /// The comment with the same contents, with a final line feed.
  package var comment: String {
    (["service {"] + entries.map { "  capability " + $0 } + ["}"]).map { "# \($0)\n" }.joined()
  }

  /// Whether a string is a qualified name, which cannot end the comment.
  private static func isQualifiedName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2E: true
        default: false
        }
      }
  }
}
