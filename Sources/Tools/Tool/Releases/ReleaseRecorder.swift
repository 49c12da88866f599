import ApusDocuments
import ApusDriver
import ApusSchema
import ApusSource
import ApusSwiftModel
import ApusSyntax

/// Makes a release of the documents of a package's targets.
struct ReleaseRecorder {
  private struct Part {
    var schema: Schema
    var slice: SchemaSlice
    var operations: [Release.Operation] = []
    var boundScalars: Set<String> = []
  }

  /// By the paths of the schema's files.
  private var parts: [String: Part] = [:]
  private let package: String

  /// - Parameter package: the root of the package, from which paths in the release start.
  init(package: String) { self.package = package }

  /// Adds a target's own operations, as they are sent.
  mutating func add(_ program: Program, _ inputs: Inputs) -> [Diagnostic] {
    let schema = program.documents.schema
    let key = inputs.schemas.map { Path.relative($0, to: package) ?? $0 }.joined(separator: ", ")
    var part = parts[key] ?? Part(schema: schema, slice: SchemaSlice(schema))
    var diagnostics: [Diagnostic] = []
    for operation in SentOperation.all(of: program) where !inputs.isOfDependency(operation.path) {
      let source = SourceFile(path: operation.path, text: operation.text)
      // Targets with the same schema each have tables of their own, so the part's are used for all.
      let tree = SyntaxTree(names: part.schema.names)
      diagnostics += Parser.parse(source, into: tree).map { $0.diagnostic(in: source) }
      part.slice.add(DocumentIndex(tree, part.schema))
      part.operations.append(
        Release.Operation(name: operation.name, kind: operation.kind, id: operation.id, text: source))
    }
    let bound = SwiftTypes.boundScalars(of: schema, inputs.configuration.generation)
    part.boundScalars.formUnion(bound.intersection(part.slice.scalars))
    if !part.operations.isEmpty { parts[key] = part }
    return diagnostics
  }

  /// The release; nil if there was no operation. An operation of several targets is listed once.
  var release: Release? {
    let parts = self.parts.sorted { Path.precedes($0.key, $1.key) }.map { path, part in
      var known: Set<String> = []
      let operations = part.operations.filter { known.insert($0.id).inserted }
        .sorted { $0.name == $1.name ? Path.precedes($0.id, $1.id) : Path.precedes($0.name, $1.name) }
      return Release.Part(
        schemaPath: path, schema: part.slice.text, boundScalars: part.boundScalars.sorted(),
        operations: operations)
    }
    return parts.isEmpty ? nil : Release(parts: parts)
  }
}
