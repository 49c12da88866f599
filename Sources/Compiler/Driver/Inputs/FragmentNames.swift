import ApusSource
import ApusSyntax

/// The names of fragments that a document defines and spreads.
package struct FragmentNames {
  package internal(set) var defined: Set<String> = []
  package internal(set) var spread: Set<String> = []

  init() {}

  package init(_ source: SourceFile) {
    let tree = SyntaxTree(names: NameTable())
    _ = Parser.parse(source, into: tree)
    for node in 0..<tree.count {
      switch tree.kind(node) {
      case .fragmentDefinition: defined.insert(tree.name(node))
      case .fragmentSpread: spread.insert(tree.name(node))
      default: continue
      }
    }
  }
}
