import ApusDocuments
import ApusSchema
import ApusSyntax

/// A fragment spread or inline fragment with `@defer`.
package struct Deferral {
  /// The label in the request. The server repeats it when it delivers the fragment.
  package var label: String
  /// The name of the JSON member that represents the fragment in its object: `...AlbumCard@defer` (``Markers``).
  package var key: String
  /// The property's name for an inline fragment; nil for a spread, whose property is named after the fragment.
  package var name: String?
}

/// The fragments that documents defer, and the labels that identify them in responses.
///
/// `@defer(if: false)` defers nothing. With a variable, the fragment always counts as deferred: a server that does not defer it sends its fields with
/// the rest of the object.
///
/// https://github.com/graphql/graphql-spec/pull/1110
package struct Deferrals {
  private var sites: [NodeID: Deferral] = [:]

  private let tree: SyntaxTree

  /// Whether the schema's `@defer` has the argument `label`. Without it, requests do not contain labels.
  package let sendsLabels: Bool

  package init(_ documents: DocumentIndex) {
    tree = documents.tree
    let schema = documents.schema
    sendsLabels =
      schema.directive(named: Keyword.defer)
      .flatMap { [tree] in schema.argument(tree.names.find("label"), of: $0) } != nil
    let directives = documents.directives(Keyword.defer).filter {
      tree.boolean(tree.argument(Keyword.if, of: $0)) != false
    }
    let given = Set(directives.compactMap(label))
    var counts: [String: Int] = [:]
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

  private func label(_ directive: NodeID) -> String? { tree.string(tree.argument("label", of: directive)) }

  private mutating func addInline(
    _ fragment: NodeID, _ label: String?, _ documents: DocumentIndex, _ given: Set<String>,
    _ counts: inout [String: Int]
  ) {
    if let label, let name = Self.name(for: label) {
      sites[fragment] = Deferral(label: label, key: Markers.key(ofInlineFragment: name), name: name)
      return
    }
    let count = counts.next("in \(place(of: fragment, documents))")
    let name = "deferred" + (count == 1 ? "" : "\(count)")
    // The key includes the name of the enclosing fragment, because an object may have deferred inline fragments from several fragments.
    sites[fragment] = Deferral(
      label: label ?? madeLabel("deferred", of: fragment, documents, given, &counts),
      key: Markers.key(ofInlineFragment: scope(of: fragment, documents) + name), name: name)
  }

  /// Derives a property name from a label: `album-details` becomes `albumDetails`.
  ///
  /// - Returns: nil if the label does not contain an ASCII letter, or contains a digit before the first one.
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

  /// Makes a label for a fragment without one. It is unique in every operation that reaches the fragment, even if modules above defer other
  /// fragments.
  private func madeLabel(
    _ name: String, of selection: NodeID, _ documents: DocumentIndex, _ given: Set<String>,
    _ counts: inout [String: Int]
  ) -> String {
    // The label starts with the name of the enclosing fragment, which is unique, so labels of different fragments cannot be equal.
    let label = scope(of: selection, documents) + name
    let count = counts.next("\(documents.definition(around: selection)).\(label)")
    var result = label + (count == 1 ? "" : ".\(count)")
    while given.contains(result) { result += "_" }
    return result
  }

  /// The name of the enclosing fragment followed by a dot, or an empty string in an operation.
  private func scope(of selection: NodeID, _ documents: DocumentIndex) -> String {
    let definition = documents.definition(around: selection)
    return tree.kind(definition) == .fragmentDefinition ? tree.name(definition) + "." : ""
  }

  /// Identifies the object in which an inline fragment occurs, by the definition and the response keys that lead to it.
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

extension [String: Int] {
  /// Counts one more use of a label, or of a name in an object. Repeated ones are numbered by the result, which is 1 for the first use.
  fileprivate mutating func next(_ key: String) -> Int {
    self[key, default: 0] += 1
    return self[key] ?? 1
  }
}
