import ApusDocuments
import ApusSchema
import ApusSyntax

/// A fragment spread or inline fragment with `@defer`.
package struct Deferral {
  /// The label that is sent, by which a server names the fragment that it delivers.
  package var label: String
  /// The key of the fragment in merged and written objects: `...AlbumCard@defer`.
  package var key: String
  /// The name of an inline fragment's property.
  package var name: String?
}

/// The fragments that documents defer, and how responses name them.
///
/// `@defer(if: false)` defers nothing. With a variable the fragment is deferred whatever the variable is: a server that does not
/// defer sends the same members at once.
///
/// https://github.com/graphql/graphql-spec/pull/1110
package struct Deferrals {
  private var sites: [NodeID: Deferral] = [:]

  private let tree: SyntaxTree

  /// Whether the schema's `@defer` has a label.
  package let sendsLabels: Bool

  package init(_ documents: DocumentIndex) {
    tree = documents.tree
    let schema = documents.schema
    sendsLabels =
      schema.argument(tree.names.find("label"), ofDirective: schema.directive(named: Keyword.defer)) != 0
    let directives = documents.directives(Keyword.defer).filter {
      tree.boolean(tree.argument(Keyword.if, of: $0)) != false
    }
    let given = Set(directives.compactMap(label))
    var counts = Counts()
    for directive in directives {
      let selection = NodeID(documents.parents[directive])
      switch tree.kind(selection) {
      case .inlineFragment: addInline(selection, label(directive), documents, given, &counts)
      case .fragmentSpread:
        sites[selection] = Deferral(
          label: label(directive)
            ?? madeLabel(tree.name(selection), of: selection, documents, given, &counts),
          key: Markers.key(ofDeferred: tree.name(selection)), name: nil)
      default: continue
      }
    }
  }

  package var isEmpty: Bool { sites.isEmpty }

  /// The deferral of a spread or inline fragment; nil if it is not deferred.
  package subscript(_ selection: NodeID) -> Deferral? { sites.isEmpty ? nil : sites[selection] }

  mutating func renumber(_ numbers: NodeNumbers) { sites = numbers.renumbered(sites) }

  /// The number of times that each label and name was made.
  private struct Counts {
    private var labels: [String: Int] = [:]
    private var names: [String: Int] = [:]

    mutating func next(label: String) -> Int { next(label, &labels) }
    mutating func next(name: String) -> Int { next(name, &names) }

    private func next(_ key: String, _ counts: inout [String: Int]) -> Int {
      counts[key, default: 0] += 1
      return counts[key] ?? 1
    }
  }

  private func label(_ directive: NodeID) -> String? { tree.string(tree.argument("label", of: directive)) }

  private mutating func addInline(
    _ fragment: NodeID, _ label: String?, _ documents: DocumentIndex, _ given: Set<String>,
    _ counts: inout Counts
  ) {
    if let label, let name = Self.name(for: label) {
      sites[fragment] = Deferral(label: label, key: Markers.key(ofInlineFragment: name), name: name)
      return
    }
    let count = counts.next(name: place(of: fragment, documents))
    let name = "deferred" + (count == 1 ? "" : "\(count)")
    // An object may have those of several definitions.
    sites[fragment] = Deferral(
      label: label ?? madeLabel("deferred", of: fragment, documents, given, &counts),
      key: Markers.key(ofInlineFragment: scope(of: fragment, documents) + name), name: name)
  }

  /// The property's name by a label; nil where the label does not begin with a letter.
  private static func name(for label: String) -> String? {
    let words = label.unicodeScalars.map { isLetterOrDigit($0) ? $0 : "_" }
    let name = Words.camelCase(String(String.UnicodeScalarView(words.drop { $0 == "_" })))
    guard let first = name.unicodeScalars.first, isLetterOrDigit(first), !("0"..."9").contains(first) else {
      return nil
    }
    return name
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// The label that is sent for a fragment without one: each is another one in every operation that reaches it, in whatever module.
  private func madeLabel(
    _ name: String, of selection: NodeID, _ documents: DocumentIndex, _ given: Set<String>,
    _ counts: inout Counts
  ) -> String {
    // Names are unique among operations and among fragments.
    let label = scope(of: selection, documents) + name
    let count = counts.next(label: "\(documents.definition(around: selection)).\(label)")
    var result = label + (count == 1 ? "" : ".\(count)")
    while given.contains(result) { result += "_" }
    return result
  }

  /// The fragment that contains a selection, with a dot; nothing for an operation.
  private func scope(of selection: NodeID, _ documents: DocumentIndex) -> String {
    let definition = documents.definition(around: selection)
    return tree.kind(definition) == .fragmentDefinition ? tree.name(definition) + "." : ""
  }

  /// Names the object that contains an inline fragment: the definition, and the response keys on the way.
  private func place(of fragment: NodeID, _ documents: DocumentIndex) -> String {
    var path = ""
    var node = fragment
    while documents.parents[node] != DocumentIndex.noParent {
      node = NodeID(documents.parents[node])
      if tree.kind(node) == .field { path += ".\(tree.responseKey(node))" }
    }
    return "\(node)\(path)"
  }
}
