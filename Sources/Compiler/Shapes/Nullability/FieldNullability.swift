import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// The Swift types of fields, and their null rules, where directives of the schema or the documents add to the schema's
/// types.
package struct FieldNullability {
  /// Whether nothing is said anywhere: every field is what the schema declares.
  let isTrivial: Bool
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let semantic: SemanticNonNull
  private let directives: NullabilityDirectives
  private let policy: CatchPolicy?
  private let propagation: OnErrorMode

  package init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ propagation: OnErrorMode,
    _ diagnostics: DiagnosticSink
  ) {
    self.documents = documents
    self.propagation = propagation
    tree = documents.tree
    semantic = SemanticNonNull(documents.schema, diagnostics)
    directives = NullabilityDirectives(documents, diagnostics)
    switch options.nullability {
    case .some(let nullability): policy = nullability.policy
    case nil: policy = semantic.catchByDefault
    }
    isTrivial =
      semantic.levels.isEmpty && policy == nil && directives.fields.isEmpty && directives.defaults.isEmpty
      && propagation.isTrivial
  }

  /// How a field is read.
  func reading(of node: NodeID) -> NullReading {
    let definition = documents.field(node)
    let entry = directives.fields[node]
    return NullReading(
      NullReading.Statements(
        declared: documents.schema.fields[Int(definition)].type,
        promised: semantic.levels[definition] ?? 0, policies: entry?.policies ?? [:],
        byDefault: defaultPolicy(of: node), required: entry?.required,
        isComposite: documents.selectionSet(node) != nil,
        keepsErrors: !propagation.isTrivial && propagation.isOff(in: documents.definition(around: node))))
  }

  /// The errors of the fields of `__typename` and the like are nobody's business.
  private func defaultPolicy(of node: NodeID) -> CatchPolicy? {
    if directives.defaults.isEmpty { return policy }
    return directives.defaults[documents.definition(around: node)] ?? policy
  }

  /// How a field is read that several selections merge in.
  ///
  /// - Parameter conflicts: gets an error for a selection whose directives differ from the first one's.
  /// - Returns: the reading, and whether the selections by themselves would have different ones.
  func merged(
    _ nodes: [NodeID], _ conflicts: inout DiagnosticsByNode
  ) -> (reading: NullReading, isUneven: Bool)? {
    guard let first = nodes.first else { return nil }
    var result = reading(of: first)
    var isUneven = false
    for node in nodes.dropFirst() {
      var other = reading(of: node)
      if directives.fields[node] == directives.fields[first] {
        // Only defaults differ: what one of them catches the property catches.
        result.rules.add(.catchesErrors, of: other.rules)
        other.rules.add(.catchesErrors, of: result.rules)
      }
      if other.rules.keepsErrors { result.rules.keepsErrors = true }
      other.rules.keepsErrors = result.rules.keepsErrors
      if other == result { continue }
      isUneven = true
      // An object's type may narrow the type of its interface's field: their names say nothing of null.
      if other.rules == result.rules, other.type.hasSameWrappers(as: result.type) { continue }
      let isSaidAlike =
        directives.fields[node] == directives.fields[first]
        && defaultPolicy(of: node) == defaultPolicy(of: first)
      if isSaidAlike {
        // By different parent types: what one of them does not promise may be null.
        result.type = result.type.nullable(where: other.type)
        result.rules.add(.throwsErrors, of: other.rules)
        for level in 0...result.type.listDepth where !result.type.isNonNull(atLevel: level) {
          result.rules[level].remove(.isPromised)
        }
      } else {
        reportConflict(first, node, &conflicts)
      }
    }
    return (result, isUneven)
  }

  /// Reports that two selections that meet are read differently.
  func reportConflict(_ first: NodeID, _ second: NodeID, _ conflicts: inout DiagnosticsByNode) {
    let key = tree.names.string(tree.responseKey(second))
    conflicts.report(
      second,
      Diagnostic(
        .error, .nullabilityConflict,
        "The selections of \"\(key)\" become one property, but handle null differently. Write the same directive on each, or give one of them an alias.",
        at: [tree.range(of: directives.fields[second]?.node ?? second)],
        notes: [
          Diagnostic.Note(
            "The other one is here.", at: tree.range(of: directives.fields[first]?.node ?? first))
        ]))
  }
}

extension ShapeOptions.Nullability {
  /// The policy that `@catchByDefault` would name; nil for ``semantic``.
  fileprivate var policy: CatchPolicy? { CatchPolicy(rawValue: rawValue.uppercased()) }
}
