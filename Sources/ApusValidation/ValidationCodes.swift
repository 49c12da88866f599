import ApusDiagnostics
import ApusSchema

extension DiagnosticCode {
  /// All codes of this stage that no earlier stage declares, for the registry: in the order of the rules.
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
