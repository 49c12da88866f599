import ApusDiagnostics
import ApusSchema

extension DiagnosticCode {
  /// The codes that this stage adds to those of earlier stages, for the catalog, in the order of the rules.
  package static let validationCodes: [DiagnosticCode] = [
    .notExecutable, .unsupportedOperation, .duplicateOperation, .anonymousOperation, .subscriptionRootField,
    .unknownField, .fieldsConflict, .selectionOnLeaf, .missingSelection, .duplicateFragment, .fragmentOnLeaf,
    .unusedFragment,
    .unknownFragment, .fragmentCycle, .impossibleFragment, .duplicateVariable, .variableOfOutputType,
    .undefinedVariable, .unusedVariable, .variableMismatch, .nullableOneOfVariable, .deprecatedField,
    .deprecatedArgument, .deprecatedInputField, .deprecatedEnumValue, .deprecatedDirective,
    .identicalOperations,
    .emptySelection,
    .fragmentsNestedTooDeeply, .deferAtRoot, .deferInSubscription, .deferLabel, .streamOnNonList,
    .undefinedIncrementalDirective, .localField, .localDefinition, .fragmentArguments, .inaccessible,
  ]
}
