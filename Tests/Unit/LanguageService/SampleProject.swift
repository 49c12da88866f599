import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation
import Foundation
import TestSupport

@testable import ApusLanguageService

/// A project of `.graphql-samples`, as an editor sees it.
struct SampleProject {
  let schema: SourceFile
  let documents: [SourceFile]
  let analysis: Analysis
  let errors: [Diagnostic]

  init(schema: SourceFile, documents: [SourceFile]) {
    self.schema = schema
    self.documents = documents
    let names = NameTable()
    let tree = SyntaxTree(names: names)
    let loaded = SchemaLoader.load([schema], names: names).schema
    let syntaxErrors = documents.flatMap { document in
      Parser.parse(document, into: tree).map { $0.diagnostic(in: document) }
    }
    let index = DocumentIndex(tree, loaded)
    analysis = Analysis(index)
    errors = syntaxErrors + Validator.validate(index).filter { $0.severity == .error }
  }

  /// All projects, each document written in another way.
  static func all(_ rewritten: (String) -> String = { $0 }) throws -> [SampleProject] {
    return try ["forge", "music", "zoo"].map { name in
      let folder = Repository.samples.appendingPathComponent(name)
      let schema = try String(contentsOf: folder.appendingPathComponent("schema.graphqls"), encoding: .utf8)
      let files =
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
      let documents = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "graphql" }
        .sorted { $0.path < $1.path }
        .map { SourceFile(path: $0.path, text: rewritten(try String(contentsOf: $0, encoding: .utf8))) }
      return SampleProject(schema: SourceFile(path: "s.graphqls", text: schema), documents: documents)
    }
  }

  /// The project with edits in its documents.
  func applying(_ edits: [(place: SourceRange, text: String)]) -> SampleProject {
    let changed = documents.compactMap { document -> SourceFile? in
      let own = edits.filter { $0.place.file === document }.sorted { $0.place.start > $1.place.start }
      if own.isEmpty { return document }
      var bytes = Array(document.text(0, document.count).utf8)
      for edit in own { bytes.replaceSubrange(edit.place.start..<edit.place.end, with: edit.text.utf8) }
      // A file whose only fragment is gone.
      let isEmpty = bytes.split(separator: 0x0A).allSatisfy { line in
        line.first { $0 != 0x20 }.map { $0 == UInt8(ascii: "#") } ?? true
      }
      return isEmpty ? nil : SourceFile(path: document.path, bytes: bytes)
    }
    return SampleProject(schema: schema, documents: changed)
  }

  // MARK: - Meaning

  /// What each operation selects when its fragments are resolved: each field with the way to it and the conditions there.
  var selections: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for definition in analysis.tree.definitions where analysis.tree.kind(definition) == .operation {
      guard let set = analysis.tree.child(definition, .selectionSet) else { continue }
      var fields: Set<String> = []
      add(set, analysis.index.parentType(set), "", to: &fields)
      found[analysis.tree.name(definition)] = fields
    }
    return found
  }

  private func add(_ set: NodeID, _ type: TypeID?, _ path: String, to found: inout Set<String>) {
    let (tree, index) = (analysis.tree, analysis.index)
    for node in tree.children(set) {
      let directives = tree.children(node, .directive).map { tree.text(of: $0) }.joined()
      if tree.kind(node) == .field {
        let arguments = tree.children(node, .argument).map { tree.text(of: $0) }.joined(separator: ",")
        let key = tree.names.string(tree.responseKey(node))
        let place = "\(path).\(key):\(tree.name(node))(\(arguments))\(directives)"
        found.insert(place)
        if let inner = tree.child(node, .selectionSet) {
          add(inner, index.parentType(inner), place, to: &found)
        }
        continue
      }
      let fragment = tree.kind(node) == .fragmentSpread ? index.fragment(ofSpread: node) : node
      guard let fragment, let inner = tree.child(fragment, .selectionSet) else { continue }
      guard let type, let condition = index.parentType(inner) else { continue }
      let isMet = condition == type || analysis.schema.isSubset(type, of: condition)
      let way = path + (isMet ? "" : "<\(analysis.schema.name(condition))>") + directives
      add(inner, isMet ? type : condition, way, to: &found)
    }
  }
}
