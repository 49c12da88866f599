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
  private let name: NameID

  /// Whether the schema's `@defer` has a label.
  let sendsLabels: Bool

  init(_ documents: DocumentIndex) {
    tree = documents.tree
    name = tree.names.find("defer")
    let defined = documents.schema.directive(named: name)
    let labelName = tree.names.find("label")
    sendsLabels =
      defined != 0 && labelName != 0 && documents.schema.argument(labelName, ofDirective: defined) != 0
    // Nearly all documents.
    if name == 0 { return }
    var given: [String: NodeID] = [:]
    for definition in tree.definitions {
      let scope = tree.kind(definition) == .fragmentDefinition ? tree.name(definition) + "." : ""
      var counts: [String: Int] = [:]
      var node = definition + 1
      let end = Int(tree.nodes[definition].next)
      while node < end {
        let kind = tree.nodes[node].kind
        if kind == .fragmentSpread || kind == .inlineFragment, let directive = directive(on: node) {
          let label = ClientArguments(directive, tree).text("label")
          if let label { given[label] = directive }
          if kind == .fragmentSpread {
            let fragment = tree.name(node)
            sites[node] = Deferral(
              label: label ?? Self.label(of: fragment, in: scope, &counts),
              key: Markers.key(ofDeferred: fragment), name: nil)
          } else {
            addInline(node, directive, label)
          }
        }
        node += 1
      }
    }
    refuseTakenLabels(given)
  }

  var isEmpty: Bool { sites.isEmpty }

  /// How a spread or inline fragment is deferred; nil for one that is not.
  subscript(_ selection: NodeID) -> Deferral? { sites.isEmpty ? nil : sites[selection] }

  /// Whether a node is a `@defer`.
  func isDefer(_ directive: NodeID) -> Bool { name != 0 && tree.nodes[directive].name == name }

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
  private static func label(of fragment: String, in scope: String, _ counts: inout [String: Int]) -> String {
    counts[fragment, default: 0] += 1
    let count = counts[fragment] ?? 1
    return scope + fragment + (count == 1 ? "" : ".\(count)")
  }

  private mutating func refuseTakenLabels(_ given: [String: NodeID]) {
    let directives = Set(given.values)
    for (site, deferral) in sites.sorted(by: { $0.key < $1.key }) {
      guard let directive = given[deferral.label], let own = self.directive(on: site),
        !directives.contains(own)
      else { continue }
      report(
        "The label \"\(deferral.label)\" is sent with a spread of \"\(tree.name(site))\" that has none. Use another one.",
        directive)
    }
  }

  /// The `@defer` of a selection, unless it says `if: false`.
  private func directive(on selection: NodeID) -> NodeID? {
    guard
      let directive = tree.children(selection, .directive).first(where: { tree.nodes[$0].name == name })
    else { return nil }
    if let value = ClientArguments(directive, tree).value("if"), tree.kind(value) == .booleanValue,
      !tree.has(NodeFlag.isTrue, value)
    {
      return nil
    }
    return directive
  }

  private mutating func report(_ message: String, _ directive: NodeID) {
    diagnostics.append(Diagnostic(.error, .deferredWithoutName, message, at: [tree.range(of: directive)]))
  }
}
