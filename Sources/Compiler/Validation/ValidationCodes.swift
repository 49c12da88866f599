import ApusSource
import ApusSchema

extension DiagnosticCode {
  /// The codes that this stage adds to those of earlier stages, in the order of the specification's rules.
  package static let validationCodes: [DiagnosticCode] =
    [
      // 5.1 Documents
      .notExecutable,
      // 5.2 Operations
      .unsupportedOperation, .duplicateOperation, .anonymousOperation, .subscriptionRootField,
      // 5.3 Fields
      .unknownField, .fieldsConflict, .selectionOnLeaf, .missingSelection,
      // 5.5 Fragments
      .duplicateFragment, .fragmentOnLeaf, .unusedFragment, .unknownFragment, .fragmentCycle,
      .impossibleFragment,
      // 5.8 Variables
      .duplicateVariable, .variableOfOutputType, .undefinedVariable, .unusedVariable, .variableMismatch,
      .nullableOneOfVariable,
      // Apus's own rules
      .deprecatedField, .deprecatedArgument, .deprecatedInputField, .deprecatedEnumValue,
      .deprecatedDirective,
      .identicalOperations, .emptySelection, .fragmentsNestedTooDeeply,
      // The incremental delivery proposal
      .deferAtRoot, .deferInSubscription, .deferLabel, .streamOnNonList, .undefinedIncrementalDirective,
      // Additions by clients and servers
      .localField, .localDefinition, .fragmentArguments, .inaccessible,
    ] + lintCodes
}
