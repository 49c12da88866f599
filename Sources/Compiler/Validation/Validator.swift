import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax

/// Validates documents against a schema: the rules of chapter 5 of the specification, and warnings of our own.
///
/// https://spec.graphql.org/September2025/#sec-Validation
package enum Validator {
  /// Validates the documents of a target together.
  ///
  /// - Parameters:
  ///   - index: the documents, with their names resolved in the schema.
  ///   - options: which rules to check, and how strictly.
  /// - Returns: all diagnostics, ordered by file and place.
  package static func validate(
    _ index: DocumentIndex, options: ValidationOptions = ValidationOptions()
  ) -> [Diagnostic] {
    let context = ValidationContext(index, options)
    let graph = FragmentGraph(index)
    if let definition = graph.tooDeep {
      // Other rules follow fragments recursively and rely on bounded depth.
      context.reportTooDeep(definition)
      return context.diagnostics
    }
    context.checkNodes()
    context.checkDefinitions(graph)
    return context.diagnostics
  }
}

extension ValidationContext {
  /// Checks the rules about documents as a whole, and those that follow fragments.
  fileprivate func checkDefinitions(_ graph: FragmentGraph) {
    checkUniqueDefinitions(.operation)
    checkLoneAnonymousOperation()
    checkUniqueDefinitions(.fragmentDefinition)
    checkFragmentsMustBeUsed()
    if graph.mayHaveCycles {
      checkFragmentSpreadsMustNotFormCycles()
    }
    // The uses of fragments in a cycle never end.
    if !graph.mayHaveCycles || !index.hasFragmentArguments { checkFieldSelectionMerging() }
    checkFragmentArgumentsAreAllowed()
    IncrementalDelivery(self).check()
    checkClientDirectives()
    checkAccessibility()
    checkIdenticalOperations()
    checkOperations()
    if !graph.mayHaveCycles { checkLint() }
    if index.hasFragmentArguments, !graph.mayHaveCycles { checkExpansion() }
  }

  private func checkOperations() {
    var variables = OperationVariables(self)
    defer { variables.deallocate() }
    for operation in index.allDefinitions {
      let definition = index[operation]
      guard case .operation = nodes[definition.node].kind else { continue }
      if tree.operationKind(definition.node) == .subscription {
        checkSingleRootField(ofSubscription: definition.node, definition.selectionSet)
      }
      variables.check(operation)
    }
  }

  /// Checks what is sent for valid documents. An argument may reject null although the fragment's variable does not: the variable has a default,
  /// which is not sent.
  private func checkExpansion() {
    if diagnostics.contains(where: { $0.severity == .error }) { return }
    let expanded = ExpandedDocuments(index)
    let context = ValidationContext(expanded.index, options, expansion: expanded)
    context.checkNodes()
    context.checkOperations()
    diagnostics += context.diagnostics.filter { $0.severity == .error }
  }
}
