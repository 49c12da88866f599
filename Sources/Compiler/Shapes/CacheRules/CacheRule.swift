import ApusSource
import ApusSyntax

/// A rule of the cache for a type or a field, as the configuration or a directive of the schema states it.
package struct CacheRule: Sendable {
  /// The effect of a rule.
  package enum Value: Equatable, Sendable {
    /// The fields that identify objects of a type; empty for a type whose objects are never identified.
    case keys([String])
    /// The seconds after which a type or a field is requested again.
    case maxAge(Int)
    /// The arguments that form the key of a field's object, in the order of the key fields.
    case lookup([String])
    /// A field's objects without keys are replaced by new ones instead of merged.
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

  /// The configuration entry for this rule, even if a directive states it.
  package var entry: String { "\(key).\(subject)" }

  /// Makes an error that points at the rule.
  ///
  /// - Parameters:
  ///   - message: the text after the name of the key or directive.
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

  /// The place to name key fields: where the rule itself is written.
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
