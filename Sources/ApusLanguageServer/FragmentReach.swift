import ApusCompiler
import ApusDiagnostics
import ApusDocuments
import ApusSyntax

/// Which documents a document's selections lead to through fragments, as the last check of all documents has it.
struct FragmentReach {
  private let index: DocumentIndex

  init(_ index: DocumentIndex) { self.index = index }

  /// The paths of some documents and of those whose fragments they reach.
  func paths(from sources: [SourceFile]) -> Set<String> {
    var paths = Set(sources.map(\.path))
    let known = index.tree.names
    for name in sources.flatMap({ FragmentNames($0).spread }) {
      let fragment = index.fragment(named: known.find(name))
      if fragment == 0 { continue }
      for definition in index.reached(from: Int(fragment)) {
        paths.insert(index.tree.source(of: index.definitions[definition].node).path)
      }
    }
    return paths
  }

  /// Whether a diagnostic can only be judged with all documents at hand.
  static func needsAllDocuments(_ diagnostic: Diagnostic, _ index: DocumentIndex) -> Bool {
    switch diagnostic.code.name {
    case "unused-fragment", "duplicate-fragment", "duplicate-operation", "identical-operations",
      "anonymous-operation":
      return true
    case "unknown-fragment":
      // Its definition may be in a document that does not parse.
      guard let place = diagnostic.ranges.first else { return true }
      return index.tree.unparsed.mayDefine(index.tree.names.find(place.file.text(place.start, place.end)))
    default: return false
    }
  }
}
