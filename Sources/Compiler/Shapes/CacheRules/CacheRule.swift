import ApusSource
import ApusSyntax

/// A rule for how the cache treats a type or field, from `apus.json` or a directive in the schema.
package struct CacheRule: Sendable {
  /// The kind of a rule, with its setting.
  package enum Value: Equatable, Sendable {
    /// The fields that identify an object of a type; empty if objects of the type are never identified.
    case keys([String])
    /// The age in seconds after which cached data of a type or field is requested again.
    case maxAge(Int)
    /// The arguments that form the key of the object that a field returns, in the order of the key fields: `["id"]` for `album(id: ID!)`.
    case lookup([String])
    /// A new value of a field replaces the cached one. Without the rule, objects without a key are merged with the cached ones.
    case replacement
  }

  /// The origin of a rule.
  package enum Source: Sendable {
    case configuration
    /// A directive in the schema's tree.
    case directive(NodeID)
  }

  /// `Type`, `Type.field`, or `*` for everything else.
  package let subject: String
  package let value: Value
  package let source: Source

  package init(_ subject: String, _ value: Value, from source: Source = .configuration) {
    self.subject = subject
    self.value = value
    self.source = source
  }

  /// The configuration key for rules of this kind.
  private var key: String {
    switch value {
    case .keys: "cache.keys"
    case .maxAge: "cache.maxAge"
    case .lookup: "cache.lookups"
    case .replacement: "cache.merge"
    }
  }

  /// The path of the rule in `apus.json`, such as `cache.keys.Album`. A rule from a directive has the path that it would have there.
  package var entry: String { "\(key).\(subject)" }

  /// Makes an error that points at the rule.
  ///
  /// - Parameters:
  ///   - message: the message without its subject, which is the name of the key or directive.
  ///   - tree: the schema's syntax tree.
  func error(_ message: String, _ tree: SyntaxTree) -> Diagnostic {
    switch source {
    case .configuration:
      var diagnostic = Diagnostic(.error, code, "\"\(key)\" \(message)")
      diagnostic.configurationKey = entry
      return diagnostic
    case .directive(let node):
      return Diagnostic(.error, code, "\"@\(tree.name(node))\" \(message)", at: [tree.range(of: node)])
    }
  }

  /// The key or directive that messages advise for key fields: `"cache.keys"` for a rule in `apus.json`, `"@typePolicy"` for a directive.
  var placeOfKeys: String {
    switch source {
    case .configuration: "\"cache.keys\""
    case .directive: "\"@typePolicy\""
    }
  }

  private var code: DiagnosticCode {
    switch value {
    case .keys: .invalidCacheKey
    case .maxAge: .invalidCacheAge
    case .lookup: .invalidCacheLookup
    case .replacement: .invalidCacheMerge
    }
  }
}
