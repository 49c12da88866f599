import ApusDocuments
import ApusDriver
import ApusSchema
import ApusSource
import ApusSyntax
import ApusValidation

/// Compares what shipped versions send and read with a new schema.
struct ReleaseComparison {
  /// The findings: at least one for each operation, also if nothing happens.
  private(set) var findings: [ReleaseFinding] = []
  /// The reasons for which parts could not be compared.
  private(set) var obstacles: [Diagnostic] = []
  private let schemas: [String]

  /// - Parameter schemas: the files of the new schema.
  init(with schemas: [String]) { self.schemas = schemas }

  /// Adds the operations of a part of a release.
  mutating func add(_ part: Release.Part, of version: String, at path: String) {
    // A schema whose path ends in .json would be read as an introspection result.
    let loaded = SchemaLoader.load(
      [SourceFile(path: path + ", reached", text: part.schema)], names: NameTable(),
      addsIncrementalDirectives: true)
    if loaded.diagnostics.contains(where: { $0.stage == .syntax }) {
      return addObstacle("The schema in it cannot be read.", path)
    }
    compare(part.operations, version) { comparison, operation, new in
      let tree = SyntaxTree(names: loaded.schema.names)
      let mistakes = Parser.parse(operation.text, into: tree)
      let old = DocumentIndex(tree, loaded.schema)
      let errors = Validator.validate(old, options: SeparateDocuments.validation)
      let names = tree.files.flatMap(tree.definitions).filter { tree.kind($0) == .operation }.map {
        tree.name($0)
      }
      guard mistakes.isEmpty, names == [operation.name], !errors.contains(where: { $0.severity == .error }),
        tree.count == new.tree.count
      else {
        comparison.addObstacle("\"\(operation.name)\" is not valid for the schema in it.", path)
        return []
      }
      let reads = FieldReads(old, bound: Set(part.boundScalars), operation.nulls)
      return VariableChanges.find(old, new, bound: reads.bound).map { (.rejected, $0) }
        + ResponseChanges.find(old, new, reads).map { (.undecodable, $0) }
        + UnknownValues.find(old, new).map { (.unknown, $0) }
    }
  }

  /// Adds operations of which only the requests are known.
  mutating func add(_ operations: [Release.Operation], of manifest: String) {
    compare(operations, manifest) { _, _, _ in [] }
  }

  private typealias Change = (effect: ReleaseFinding.Effect, diagnostic: Diagnostic)

  private mutating func compare(
    _ operations: [Release.Operation], _ version: String,
    _ changes: (inout ReleaseComparison, Release.Operation, DocumentIndex) -> [Change]
  ) {
    let documents = SeparateDocuments(operations.map(\.text), schemas: schemas)
    for (number, operation) in operations.enumerated() {
      let checked = documents.check(number)
      let errors = checked.diagnostics.filter { $0.severity == .error }
      let rejections = errors.filter { $0.ranges.first?.file === operation.text }
      guard let index = checked.index, rejections.count == errors.count else {
        // The new schema cannot be read, or is invalid where operations use it.
        let known = Set(obstacles.map(\.message))
        obstacles += errors.filter { $0.ranges.first?.file !== operation.text && !known.contains($0.message) }
        continue
      }
      let all = rejections.map { (.rejected, $0) } + changes(&self, operation, index)
      var known: Set<String> = []
      let found = all.map { change in finding(change, operation, version, index) }
        .filter { known.insert("\($0.place) \($0.diagnostic?.message ?? "")").inserted }
      findings +=
        found.isEmpty
        ? [
          ReleaseFinding(
            version: version, operation: operation.name, id: operation.id, place: "", effect: .nothing,
            diagnostic: nil)
        ] : found
    }
  }

  private func finding(
    _ change: Change, _ operation: Release.Operation, _ version: String, _ index: DocumentIndex
  ) -> ReleaseFinding {
    let place = change.diagnostic.ranges.first.map { index.responsePath(at: $0.start) } ?? ""
    return ReleaseFinding(
      version: version, operation: operation.name, id: operation.id, place: place, effect: change.effect,
      diagnostic: change.diagnostic)
  }

  private mutating func addObstacle(_ reason: String, _ path: String) {
    let message = "This release cannot be compared. \(reason) Restore the file from version control."
    if obstacles.contains(where: { $0.path == path && $0.message == message }) { return }
    obstacles.append(Diagnostic(.error, .invalidRelease, message, path: path))
  }
}

extension DocumentIndex {
  /// The response keys that lead to an offset of the only file, such as `album.title`. Within a fragment they start with its name, and a variable
  /// is `$id`.
  fileprivate func responsePath(at offset: Int) -> String {
    let innermost = (0..<NodeID(tree.count)).last { node in
      [.field, .operation, .fragmentDefinition, .variableDefinition, .variable].contains(tree.kind(node))
        && Int(tree.nodes[node].start) <= offset && offset < Int(tree.nodes[node].end)
    }
    guard var node = innermost else { return "" }
    if tree.kind(node) == .variableDefinition || tree.kind(node) == .variable { return "$" + tree.name(node) }
    var keys: [String] = []
    while true {
      switch tree.kind(node) {
      case .field: keys.append(tree.names.string(tree.responseKey(node)))
      case .fragmentDefinition: keys.append(tree.name(node))
      default: break
      }
      guard parents[node] != DocumentIndex.noParent else { break }
      node = NodeID(parents[node])
    }
    return keys.reversed().joined(separator: ".")
  }
}
