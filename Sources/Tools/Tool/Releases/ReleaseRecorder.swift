import ApusDocuments
import ApusDriver
import ApusSchema
import ApusShapes
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

  /// Adds a target's own operations, in the form that is sent.
  mutating func add(_ program: Program, _ options: GenerationOptions, _ inputs: Inputs) -> [Diagnostic] {
    let schema = program.documents.schema
    let key = inputs.schemas.map { Path.relative($0, to: package) ?? $0 }.joined(separator: ", ")
    var part = parts[key] ?? Part(schema: schema, slice: SchemaSlice(schema))
    var diagnostics: [Diagnostic] = []
    let reads = FieldReads(program.documents, options)
    let nulls = ReleaseRecorder.nulls(of: program, reads)
    for operation in SentOperation.all(of: program) where !inputs.isOfDependency(operation.path) {
      let source = SourceFile(path: operation.path, text: operation.text)
      // Targets with the same schema each have tables of their own, so the part's are used for all.
      let tree = SyntaxTree(names: part.schema.names)
      diagnostics += Parser.parse(source, into: tree).map { $0.diagnostic(in: source) }
      let documents = DocumentIndex(tree, part.schema)
      part.slice.add(documents)
      var recorded = Release.Operation(
        name: operation.name, kind: operation.kind, id: operation.id, text: source)
      for node in 0..<NodeID(tree.count) where tree.kind(node) == .field && !nulls.isEmpty {
        let place = documents.place(ofField: node)
        recorded.nulls[place] = nulls[place]
      }
      part.operations.append(recorded)
    }
    part.boundScalars.formUnion(reads.bound.intersection(part.slice.scalars))
    if !part.operations.isEmpty { parts[key] = part }
    return diagnostics
  }

  /// The demands of a program on fields for which they are not those of the schema's type, by the fields' places in what is sent.
  private static func nulls(of program: Program, _ reads: FieldReads) -> [String: NullDemands] {
    if reads.demands.isEmpty { return [:] }
    let expanded = ExpandedDocuments(program.documents)
    let (sent, tree) = (expanded.index, expanded.index.tree)
    let names = Dictionary(program.operations.map { ($0.node, $0.name) }) { first, _ in first }
    var namesOfSent: [NodeID: String] = [:]
    for definition in sent.allDefinitions.map(sent.node) {
      namesOfSent[definition] = names[expanded.origin(definition)]
    }
    var demands: [String: NullDemands] = [:]
    var declared: [String: NullDemands] = [:]
    for node in 0..<NodeID(tree.count) where tree.kind(node) == .field && sent.field(node) != nil {
      let place = sent.place(ofField: node, namesOfSent)
      let own = reads.demands(of: expanded.origin(node), program.documents)
      demands[place, default: own].formIntersection(own)
      declared[place] = NullDemands(sent.type(ofField: node))
    }
    return demands.filter { declared[$0.key] != $0.value }
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
