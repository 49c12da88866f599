import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The directives `@catch` and `@required` on fields, `@catchByDefault` and `@throwOnFieldError` on operations and fragments. None of them is sent.
struct NullabilityDirectives {
  /// The directives on one field.
  struct Entry: Equatable {
    /// The policies of `@catch`, by list level.
    var policies: [Int: CatchPolicy] = [:]
    var required: NullRules.Required?
    /// The last directive of the field, to which messages point.
    var node: NodeID = 0

    static func == (one: Entry, other: Entry) -> Bool {
      one.policies == other.policies && one.required == other.required
    }
  }

  private(set) var fields: [NodeID: Entry] = [:]
  /// The policies of `@catchByDefault` and `@throwOnFieldError`, by operation or fragment.
  private(set) var defaults: [NodeID: CatchPolicy] = [:]
  private let diagnostics: DiagnosticSink
  private let documents: DocumentIndex
  private let tree: SyntaxTree

  init(_ documents: DocumentIndex, _ diagnostics: DiagnosticSink) {
    self.diagnostics = diagnostics
    self.documents = documents
    tree = documents.tree
    for directive in documents.directives {
      if let known = documents.clientDirective(directive) { read(directive, known) }
    }
  }

  private mutating func read(_ directive: NodeID, _ known: ClientDirective) {
    let place = NodeID(documents.parents[directive])
    // `checkClientDirectives(_:)` reports faults.
    if known.fault(directive, on: place, tree) != nil { return }
    let word = known.word(directive, tree)
    switch known.meaning {
    case .catchErrors: readCatch(directive, CatchPolicy(rawValue: word), on: place)
    case .catchByDefault, .throwOnFieldError: defaults[place] = CatchPolicy(rawValue: word)
    case .required: require(word == "THROW" ? .throw : .parent, directive, on: place)
    default: break
    }
  }

  private mutating func readCatch(_ directive: NodeID, _ policy: CatchPolicy?, on place: NodeID) {
    let depth = documents.type(ofField: place).listDepth
    guard let levels = tree.levels(of: directive), levels.allSatisfy({ (0...depth).contains($0) }) else {
      return report(
        "\"levels\" must be numbers from 0, the field itself, to \(depth), the innermost elements.", directive
      )
    }
    if policy == .result, levels != [0] {
      return report(
        "\"@catch(to: RESULT)\" applies to the whole field, not to elements of its list. Remove \"levels\", or write \"to: NULL\" or \"to: THROW\".",
        directive)
    }
    var entry = fields[place] ?? Entry()
    for level in levels {
      if entry.policies[level] != nil {
        return report("Level \(level) has two \"@catch\" directives. Remove one of them.", directive)
      }
      entry.policies[level] = policy
    }
    entry.node = directive
    set(entry, on: place)
  }

  private mutating func require(_ required: NullRules.Required, _ directive: NodeID, on place: NodeID) {
    var entry = fields[place] ?? Entry()
    if let other = entry.required, other != required {
      return report(
        "The field has two \"@required\" directives with different actions. Remove one of them.", directive)
    }
    if documents.type(ofField: place).isNonNull {
      diagnostics.append(
        Diagnostic(
          .warning, .needlessRequired,
          "\"\(tree.name(place))\" is non-null in the schema, so \"@required\" has no effect. Remove the directive.",
          at: [tree.range(of: directive)]))
    }
    entry.required = required
    entry.node = directive
    set(entry, on: place)
  }

  private mutating func set(_ entry: Entry, on place: NodeID) {
    if entry.required != nil, entry.policies[0] == .result || entry.policies[0] == .null {
      return report(
        "\"@required\" and \"@catch\" contradict each other on one field. Remove one of them.", entry.node)
    }
    fields[place] = entry
  }

  private mutating func report(_ message: String, _ directive: NodeID) {
    diagnostics.append(
      Diagnostic(.error, .invalidNullability, message, at: [tree.range(of: directive)]))
  }
}
