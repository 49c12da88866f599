import ApusDiagnostics
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The documents of a project with the meaning of their names: what questions about a place are answered from.
package struct Analysis {
  package let index: DocumentIndex
  package var tree: SyntaxTree { index.tree }
  package var schema: Schema { index.schema }
  package var names: NameTable { index.tree.names }

  package init(_ index: DocumentIndex) { self.index = index }

  /// The name that stands in a range of a source, as a number; 0 where no text has it.
  func nameID(_ source: SourceFile, _ range: Range<Int>) -> NameID {
    names.find(source.text(range.lowerBound, range.upperBound))
  }

  /// The definition of the fragment of that name, or nil.
  func fragment(named name: NameID) -> NodeID? {
    let definition = index.fragment(named: name)
    return definition == 0 ? nil : index.node(definition)
  }

  /// The file of the documents that has the path.
  func file(_ path: String) -> SyntaxTree.File? { tree.files.first { $0.source.path == path } }

  /// The file of the documents that was parsed from a text.
  func file(of source: SourceFile) -> SyntaxTree.File? { tree.files.first { $0.source === source } }

  /// Operations and fragments, each with its number.
  var definitions: Range<Int> { 1..<max(1, index.definitionCount) }
}

extension TypeDefinition {
  /// Its fields, input fields or enum values.
  var members: Range<UInt32> { firstMember..<firstMember + memberCount }
}

extension FieldDefinition {
  var arguments: Range<UInt32> { firstArgument..<firstArgument + argumentCount }
}
