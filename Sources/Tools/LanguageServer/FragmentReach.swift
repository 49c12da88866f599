import ApusDriver
import ApusSource
import ApusDocuments
import ApusSyntax

/// The documents that a document's selections reach through fragments, as of the last check of all documents.
struct FragmentReach {
  private let index: DocumentIndex

  init(_ index: DocumentIndex) { self.index = index }

  /// The paths of some documents, and of all documents whose fragments they use.
  func paths(from sources: [SourceFile]) -> Set<String> {
    var paths = Set(sources.map(\.path))
    let known = index.tree.names
    for name in sources.flatMap({ FragmentNames($0).spread }) {
      guard let fragment = index.fragment(named: known.find(name)) else { continue }
      for definition in index.reached(from: [fragment]) {
        paths.insert(index.tree.source(of: index.node(definition)).path)
      }
    }
    return paths
  }

  /// Whether a diagnostic depends on documents other than those reached.
  static func needsAllDocuments(_ diagnostic: Diagnostic, _ index: DocumentIndex) -> Bool {
    switch diagnostic.code.name {
    case "unused-fragment", "duplicate-fragment", "duplicate-operation", "identical-operations",
      "anonymous-operation":
      return true
    case "unknown-fragment":
      // The definition may be in a document that does not parse.
      guard let place = diagnostic.ranges.first else { return true }
      return index.tree.unparsed.mayDefine(index.tree.names.find(place.file.text(place.start, place.end)))
    default: return false
    }
  }
}
