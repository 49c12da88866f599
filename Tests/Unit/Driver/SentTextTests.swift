import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

private let samples = Repository.samples
private let corpus = Repository.folder.appendingPathComponent("../shared/corpus").standardizedFileURL

/// What is sent is valid for the server, and has nothing that is for clients: of all documents of the samples, and of public projects
/// where they are there.
@Suite(.timeLimit(.minutes(15))) struct SentTextTests {
  /// Each folder with a schema, and the documents below it.
  private func folders(in corpus: URL) -> [String] {
    var folders: Set<String> = []
    let files = FileManager.default.enumerator(atPath: corpus.path)
    while let path = files?.nextObject() as? String {
      guard Self.isSchema(path) else { continue }
      folders.insert(corpus.appendingPathComponent(path).deletingLastPathComponent().path)
    }
    return folders.sorted()
  }

  private static func isSchema(_ path: String) -> Bool {
    path.hasSuffix(".graphqls") || path.hasSuffix("/schema.json") || path.hasSuffix("/schema.graphql")
  }

  @Test func `is valid of the samples`() throws {
    #expect(try check(samples) > 49)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: corpus.path)))
  func `is valid of public projects`() throws {
    #expect(try check(corpus) > 1000)
  }

  /// - Returns: how many operations were compiled.
  private func check(_ corpus: URL) throws -> Int {
    var count = 0
    for folder in folders(in: corpus) {
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      let schemas = names.filter { !$0.contains("/") && Self.isSchema("/" + $0) }.map { folder + "/" + $0 }
      let documents = names.filter { $0.hasSuffix(".graphql") && !$0.hasSuffix("schema.graphql") }
      var inputs = Inputs(schemas: schemas, documents: documents.map { Document(path: folder + "/" + $0) })
      var programs = [Pipeline.lower(inputs)]
      // Documents of tests need not be valid together.
      if programs[0].hasErrors, documents.count < 100 {
        programs = inputs.documents.map { document in
          inputs.documents = [document]
          return Pipeline.lower(inputs)
        }
      }
      for case let (program, _)? in programs.map(\.output) {
        for operation in program.operations {
          count += 1
          let found = Self.faults(operation.document, program.schema)
          #expect(found == [], "\(folder): \(operation.document)")
        }
      }
    }
    return count
  }

  /// What a server with a schema would say of a text.
  private static func faults(_ text: String, _ schema: Schema) -> [String] {
    let tree = SyntaxTree(names: schema.names)
    var found = Parser.parse(SourceFile(path: "sent", text: text), into: tree).map(\.message)
    for node in 0..<tree.count where tree.kind(node) == .directive {
      if schema.clientDirectives[tree.name(node)] != nil { found.append("@" + tree.name(node)) }
    }
    found += Validator.validate(DocumentIndex(tree, schema)).filter { $0.severity == .error }.map(\.message)
    return found
  }
}
