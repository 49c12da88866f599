import ApusIR
import ApusSchema
import ApusSyntax

/// One emitted file.
package struct EmittedFile {
  /// The document that the file is made of, as an index into the tree's files; nil for the schema's types.
  package var document: Int?
  package var text: String
}

/// A program to Swift files: one for each document, and one for the enums and input objects that they reach.
package enum Emitter {
  /// Emits everything. The output depends on the program and the options alone: no dates, no paths, no versions.
  package static func emit(_ program: Program, _ options: GenerationOptions) -> [EmittedFile] {
    let translator = Translator(program, options)
    let tree = program.tree
    var files: [EmittedFile] = []
    var operation = 0
    var fragment = 0
    for (index, file) in tree.files.enumerated() {
      var definitions: [(node: NodeID, declarations: (Translator) -> [Declaration])] = []
      while operation < program.operations.count, program.operations[operation].node < file.end {
        let value = program.operations[operation]
        definitions.append((value.node, { $0.translate(value) }))
        operation += 1
      }
      while fragment < program.fragments.count, program.fragments[fragment].node < file.end {
        let value = program.fragments[fragment]
        definitions.append((value.node, { $0.translate(value) }))
        fragment += 1
      }
      definitions.sort { $0.node < $1.node }
      let declarations = definitions.flatMap { $0.declarations(translator) }
      files.append(
        EmittedFile(document: index, text: translator.file(declarations, empty: "No operation or fragment.")))
    }
    files.append(EmittedFile(document: nil, text: translator.schemaFile()))
    return files
  }
}
