import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Decides whether fields are optional in Swift, and how their nulls and errors are read. Directives in documents, such as `@required` and `@catch`,
/// take precedence over `"nullability"` in `apus.json`, which takes precedence over directives in the schema, such as `@catchByDefault`.
package struct FieldNullability {
  /// Whether no option or directive affects nulls, so that every field has its declared type.
  let isTrivial: Bool
  private let documents: DocumentIndex
  private let tree: SyntaxTree
  private let semantic: SemanticNonNull
  private let directives: NullabilityDirectives
  private let policy: CatchPolicy?
  private let onErrorMode: OnErrorMode

  package init(
    _ documents: DocumentIndex, _ options: ShapeOptions, _ onErrorMode: OnErrorMode,
    _ diagnostics: DiagnosticSink
  ) {
    self.documents = documents
    self.onErrorMode = onErrorMode
    tree = documents.tree
    semantic = SemanticNonNull(documents.schema, diagnostics)
    directives = NullabilityDirectives(documents, diagnostics)
    switch options.nullability {
    case .some(let nullability): policy = nullability.policy
    case nil: policy = semantic.catchByDefault
    }
    isTrivial =
      semantic.levels.isEmpty && policy == nil && directives.fields.isEmpty && directives.defaults.isEmpty
      && onErrorMode.isTrivial
  }

  /// The type and the null rules with which a selection of a field is read.
  package func reading(of node: NodeID) -> NullReading {
    let entry = directives.fields[node]
    // The list levels at which the schema promises that a null comes with an error, as bits.
    let promised = documents.field(node).flatMap { semantic.levels[$0] } ?? 0
    let byDefault = defaultPolicy(of: node)
    let isComposite = documents.selectionSet(node) != nil
    var type = documents.type(ofField: node)
    var rules = NullRules.plain
    rules.keepsErrors = !onErrorMode.isTrivial && onErrorMode.isOff(in: documents.definition(around: node))
    // `@catch(to: NULL)` makes a value optional even if the schema declares it non-null: it is nil if a nested field throws or, if errors do not
    // propagate, the field itself has an error.
    for (level, policy) in entry?.policies ?? [:] where policy == .null {
      type = type.nullable(atLevel: level)
    }
    let isRequired = entry?.required != nil && !type.isNonNull
    for level in 0...type.listDepth where !type.isNonNull(atLevel: level) {
      let isRequired = isRequired && level == 0
      let policy = entry?.policies[level] ?? byDefault
      switch policy {
      // A `Result` is for the whole field. The elements of its list are read as without a policy.
      case .result: if level == 0, !isRequired { rules.isResult = true }
      case .null:
        if !isRequired, level < type.listDepth || isComposite { rules[level].insert(.catchesErrors) }
        continue
      case .throw, nil: break
      }
      if promised &>> UInt32(level) & 1 != 0 {
        type = type.nonNull(atLevel: level)
        rules[level].insert(.isPromised)
      } else if policy == .throw, !isRequired {
        rules[level].insert(.throwsErrors)
      }
    }
    if entry?.policies[0] == .result, !isRequired { rules.isResult = true }
    if isRequired {
      rules.required = entry?.required
      type = type.nonNull
    }
    return (type, rules)
  }

  /// The policy of `@catchByDefault` on the operation or fragment that contains a field; otherwise that of the options or the schema.
  private func defaultPolicy(of node: NodeID) -> CatchPolicy? {
    if directives.defaults.isEmpty { return policy }
    return directives.defaults[documents.definition(around: node)] ?? policy
  }

  /// Merges the readings of several selections that become one field.
  ///
  /// - Parameter conflicts: collects an error for each selection that is read differently from the first because of directives or defaults.
  /// - Returns: nil without selections; otherwise the reading, and whether the selections' own readings differ. Differences in `keepsErrors` do not
  ///   count, and those in `catchesErrors` only if the directives differ, too.
  func merged(
    _ nodes: [NodeID], _ conflicts: inout DiagnosticsByNode
  ) -> (reading: NullReading, isUneven: Bool)? {
    guard let first = nodes.first else { return nil }
    var result = reading(of: first)
    var isUneven = false
    for node in nodes.dropFirst() {
      var other = reading(of: node)
      if directives.fields[node] == directives.fields[first] {
        // With equal directives, one selection may still catch errors and another not, because of `@catchByDefault` or the parent type. This is not a
        // conflict: the property catches errors if one of the selections does.
        result.rules.add(.catchesErrors, of: other.rules)
        other.rules.add(.catchesErrors, of: result.rules)
      }
      if other.rules.keepsErrors { result.rules.keepsErrors = true }
      other.rules.keepsErrors = result.rules.keepsErrors
      if other == result { continue }
      isUneven = true
      // The named types may differ, because an object type can narrow the type of its interface's field. Only lists and non-null marks matter here.
      if other.rules == result.rules, other.type.hasSameWrappers(as: result.type) { continue }
      let isSaidAlike =
        directives.fields[node] == directives.fields[first]
        && defaultPolicy(of: node) == defaultPolicy(of: first)
      if isSaidAlike {
        // Only the parent types differ, such as an interface and an object type. A list level is only non-optional if the fields of both are declared
        // or promised to be non-null at this level.
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

  /// Reports that two selections that become one property handle null differently.
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
  /// The policy of `@catchByDefault` with the same effect; nil for ``semantic``.
  fileprivate var policy: CatchPolicy? { CatchPolicy(rawValue: rawValue.uppercased()) }
}

/// The type and the null rules with which a field is read.
package typealias NullReading = (type: TypeReference, rules: NullRules)
