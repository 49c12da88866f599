extension Rules {
  /// Every rule of chapter 5 of the specification, in its order.
  package static let specified: Rules = [
    // 5.1 Documents
    .executableDefinitions,
    // 5.2 Operations
    .operationTypeExistence, .operationNameUniqueness, .loneAnonymousOperation, .singleRootField,
    // 5.3 Fields
    .fieldSelections, .fieldSelectionMerging, .leafFieldSelections,
    // 5.4 Arguments
    .argumentNames, .argumentUniqueness, .requiredArguments,
    // 5.5 Fragments
    .fragmentNameUniqueness, .typeExistence, .fragmentsOnCompositeTypes, .fragmentsMustBeUsed,
    .fragmentSpreadTargetDefined, .fragmentSpreadsMustNotFormCycles, .fragmentSpreadIsPossible,
    // 5.6 Values; the first includes input object field names and required fields
    .valuesOfCorrectType, .inputObjectFieldUniqueness,
    // 5.7 Directives
    .directivesAreDefined, .directivesAreInValidLocations, .directivesAreUniquePerLocation,
    // 5.8 Variables
    .variableUniqueness, .variablesAreInputTypes, .allVariableUsesDefined, .allVariablesUsed,
    .allVariableUsagesAreAllowed,
  ]
}
