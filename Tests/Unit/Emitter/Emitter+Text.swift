import ApusSource
import ApusDocuments
import ApusSwiftModel
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusEmitter

extension Emitter {
  /// The emitter of some documents.
  init(_ documents: String..., schema: String, _ options: GenerationOptions) {
    let names = NameTable()
    let loaded = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: schema)], names: names)
    #expect(loaded.diagnostics.isEmpty)
    let tree = SyntaxTree(names: names)
    for (index, document) in documents.enumerated() {
      let path = index == 0 ? "Q.graphql" : "Q\(index).graphql"
      #expect(Parser.parse(SourceFile(path: path, text: document), into: tree).isEmpty)
    }
    self.init(Lowering.lower(DocumentIndex(tree, loaded.schema), options).program, options)
  }
}
