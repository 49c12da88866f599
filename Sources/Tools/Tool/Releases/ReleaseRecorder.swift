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
    /// By identifier. Targets that send the same text share an operation.
    var operations: [String: Release.Operation] = [:]
    var boundScalars: Set<String> = []
  }

  /// The parts, keyed by the paths of their schema's files.
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
      // Every target numbers names itself, so parse with the names of the part's schema.
      let tree = SyntaxTree(names: part.schema.names)
      diagnostics += Parser.parse(source, into: tree).map { $0.diagnostic(in: source) }
      let documents = DocumentIndex(tree, part.schema)
      part.slice.add(documents)
      let known = part.operations[operation.id]
      part.operations[operation.id] = Release.Operation(
        name: operation.name, kind: operation.kind, id: operation.id, text: source,
        nulls: ReleaseRecorder.nulls(in: documents, nulls, known?.nulls))
    }
    part.boundScalars.formUnion(reads.bound.intersection(part.slice.scalars))
    if !part.operations.isEmpty { parts[key] = part }
    return diagnostics
  }

  /// The demands on the fields of a sent operation that differ from those of the schema's type.
  ///
  /// A release breaks as soon as the code of one target breaks, so the stricter demand of two targets counts. A target without a demand for a place
  /// makes that of the schema's type.
  ///
  /// - Parameters:
  ///   - own: the demands of the target's whole program.
  ///   - known: the demands of other targets that send the operation; nil if there are none.
  private static func nulls(
    in documents: DocumentIndex, _ own: [String: NullDemands], _ known: [String: NullDemands]?
  ) -> [String: NullDemands] {
    var nulls: [String: NullDemands] = [:]
    if own.isEmpty, known?.isEmpty ?? true { return nulls }
    for node in 0..<NodeID(documents.tree.count) where documents.tree.kind(node) == .field {
      let place = documents.place(ofField: node)
      let declared = NullDemands(documents.type(ofField: node))
      var demands = own[place] ?? declared
      if let known { demands.formUnion(known[place] ?? declared) }
      if demands != declared { nulls[place] = demands }
    }
    return nulls
  }

  /// The demands of a program that differ from those of the schema's types, keyed by the fields' places in the sent documents.
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
    let parts = self.parts.sorted { ByteOrder.precedes($0.key, $1.key) }.map { path, part in
      let operations = part.operations.values
        .sorted {
          $0.name == $1.name
            ? ByteOrder.precedes($0.id, $1.id) : ByteOrder.precedes($0.name, $1.name)
        }
      return Release.Part(
        schemaPath: path, schema: part.slice.text, boundScalars: part.boundScalars.sorted(),
        operations: operations)
    }
    return parts.isEmpty ? nil : Release(parts: parts)
  }
}
