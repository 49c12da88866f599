import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// A project's documents with resolved names, for requests about a position.
package struct Analysis {
  package let index: DocumentIndex
  package var tree: SyntaxTree { index.tree }
  package var schema: Schema { index.schema }
  package var names: NameTable { index.tree.names }

  package init(_ index: DocumentIndex) { self.index = index }

  /// The interned name in a range of a source; 0 if it is unknown.
  func nameID(_ source: SourceFile, _ range: Range<Int>) -> NameID {
    names.find(source.text(range.lowerBound, range.upperBound))
  }

  /// The definition of the fragment of that name, or nil.
  func fragment(named name: NameID) -> NodeID? {
    index.fragment(named: name).map(index.node)
  }

  /// The document at the place of a source, which may have been read again since.
  func file(like source: SourceFile) -> SyntaxTree.File? {
    let start = source.offsetInFile(0)
    return tree.files.first { $0.source.path == source.path && $0.source.offsetInFile(0) == start }
  }

  /// The document that was parsed from a source.
  func file(of source: SourceFile) -> SyntaxTree.File? { tree.files.first { $0.source === source } }

  /// All operations and fragments.
  var definitions: TableIDs<ExecutableDefinition> { index.allDefinitions }
}
