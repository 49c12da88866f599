import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A fragment spread or inline fragment with `@defer`.
struct Deferral {
  /// The label that is sent, by which a server names the fragment that it delivers.
  var label: String
  /// The member that stands for the fragment in what is merged or written: `...AlbumCard@defer`.
  var key: String
  /// The name of an inline fragment's property.
  var name: String?
}

/// The fragments that documents defer, and how responses name them.
///
/// `@defer(if: false)` defers nothing. With a variable the fragment is deferred whatever the variable is: a server that does not
/// defer sends the same members at once.
///
/// https://github.com/graphql/graphql-spec/pull/1110
struct Deferrals {
  private(set) var diagnostics: [Diagnostic] = []
  private var sites: [NodeID: Deferral] = [:]

  private let tree: SyntaxTree

  /// Whether the schema's `@defer` has a label.
  let sendsLabels: Bool

  init(_ documents: DocumentIndex) {
    tree = documents.tree
    let schema = documents.schema
    sendsLabels =
      schema.argument(tree.names.find("label"), ofDirective: schema.directive(named: Keyword.defer)) != 0
    var given: [String: NodeID] = [:]
    var made: [(label: String, spread: NodeID)] = []
    var counts: [NodeID: [NameID: Int]] = [:]
    for directive in documents.directives(Keyword.defer) {
      if tree.boolean(tree.argument(Keyword.if, of: directive)) == false { continue }
      let selection = NodeID(documents.parents[directive])
      let label = tree.string(tree.argument("label", of: directive))
      switch tree.kind(selection) {
      case .inlineFragment: addInline(selection, directive, label)
      case .fragmentSpread:
        let sent = label ?? Self.label(of: selection, documents, &counts)
        if label == nil { made.append((sent, selection)) }
        sites[selection] = Deferral(
          label: sent, key: Markers.key(ofDeferred: tree.name(selection)), name: nil)
      default: continue
      }
      if let label { given[label] = directive }
    }
    for (label, spread) in made {
      guard let directive = given[label] else { continue }
      report(
        "The label \"\(label)\" is sent with a spread of \"\(tree.name(spread))\" that has none. Use another one.",
        directive)
    }
  }

  var isEmpty: Bool { sites.isEmpty }

  /// How a spread or inline fragment is deferred; nil for one that is not.
  subscript(_ selection: NodeID) -> Deferral? { sites.isEmpty ? nil : sites[selection] }

  private mutating func addInline(_ fragment: NodeID, _ directive: NodeID, _ label: String?) {
    guard let label else {
      report(
        "A deferred inline fragment is a property, which has its name from the label. "
          + "Add one: @defer(label: \"details\").", directive)
      return
    }
    let words = label.unicodeScalars.map { Self.isLetterOrDigit($0) ? $0 : "_" }
    let name = SwiftNames.camelCase(String(String.UnicodeScalarView(words.drop { $0 == "_" })))
    guard let first = name.unicodeScalars.first, Self.isLetterOrDigit(first), !("0"..."9").contains(first)
    else {
      report(
        "The label \"\(label)\" makes no Swift name for the property. Begin it with a letter: "
          + "@defer(label: \"details\").", directive)
      return
    }
    sites[fragment] = Deferral(label: label, key: Markers.key(ofInlineFragment: name), name: name)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// The label of a spread that has none: each is another one in every operation that reaches it, in whatever module.
  private static func label(
    of spread: NodeID, _ documents: DocumentIndex, _ counts: inout [NodeID: [NameID: Int]]
  ) -> String {
    let tree = documents.tree
    let definition = documents.definition(around: spread)
    let scope = tree.kind(definition) == .fragmentDefinition ? tree.name(definition) + "." : ""
    let count = counts[definition, default: [:]][tree.nodes[spread].name, default: 0] + 1
    counts[definition, default: [:]][tree.nodes[spread].name] = count
    return scope + tree.name(spread) + (count == 1 ? "" : ".\(count)")
  }

  private mutating func report(_ message: String, _ directive: NodeID) {
    diagnostics.append(Diagnostic(.error, .deferredWithoutName, message, at: [tree.range(of: directive)]))
  }
}
