import ApusSource
import ApusSwiftSource
import ApusSyntax

/// The names of fragments that the documents of a file, or a single one of a Swift file, define and spread.
package struct FragmentNames {
  package internal(set) var defined: Set<String> = []
  package internal(set) var spread: Set<String> = []

  init() {}

  package init(_ source: SourceFile) {
    let tree = SyntaxTree(names: NameTable())
    let texts =
      Document.isSwift(source.path) && source.origin == nil ? SwiftDocuments(in: source).documents : [source]
    for text in texts { _ = Parser.parse(text, into: tree) }
    for node in 0..<tree.count {
      switch tree.kind(node) {
      case .fragmentDefinition: defined.insert(tree.name(node))
      case .fragmentSpread: spread.insert(tree.name(node))
      default: continue
      }
    }
  }
}
