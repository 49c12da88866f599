import ApusDiagnostics
import ApusSchema
import ApusSyntax
import ApusValidation

/// `validate`: a document against a schema, by all specified rules or by chosen ones.
func validate(_ question: Question) -> Answer {
  guard let rules = rules(of: question) else { return .unsupported("a rule that is in no specification") }
  return withSchema(of: question) { schema in
    let tree = SyntaxTree(names: schema.names)
    let source = question.source
    if let error = Parser.parse(source, into: tree, options: question.parserOptions).first {
      return .refused(error, in: source)
    }
    var options = ValidationOptions()
    options.rules = rules
    options.unusedFragmentSeverity = .error
    options.hidesSuggestions = question.has("hide_suggestions")
    let found = Validator.validate(DocumentIndex(tree, schema), options: options)
    return found.isEmpty
      ? .accepted([:]) : .refused(stage: "validate", limited(found.map(withoutPlaceOfLimit)))
  }
}

/// The rules that a question asks for; nil when it asks for one that we do not have.
private func rules(of question: Question) -> Rules? {
  var rules = Rules.specified
  if let names = question.rules {
    rules = []
    for name in names {
      guard let rule = rulesByReferenceName[name] else { return nil }
      rules.formUnion(rule)
    }
  }
  for name in question.skippedRules { rules.subtract(rulesByReferenceName[name] ?? []) }
  return rules
}

/// The reference stops after 100 errors and says so.
private func limited(_ errors: [Diagnostic]) -> [Diagnostic] {
  let limit = 100
  guard errors.count > limit, let last = errors.last else { return errors }
  let message = "Too many validation errors, error limit reached. Validation aborted."
  return errors.prefix(limit) + [Diagnostic(.error, last.code, message)]
}

/// Where fragments nest too deeply the reference stops without a place.
private func withoutPlaceOfLimit(_ error: Diagnostic) -> Diagnostic {
  error.code == .fragmentsNestedTooDeeply ? Diagnostic(.error, error.code, "Validation aborted.") : error
}

/// The reference's name for each rule; it checks some together that the specification lists apart.
private let rulesByReferenceName: [String: Rules] = [
  "ExecutableDefinitionsRule": .executableDefinitions,
  "KnownOperationTypesRule": .operationTypeExistence,
  "UniqueOperationNamesRule": .operationNameUniqueness,
  "LoneAnonymousOperationRule": .loneAnonymousOperation,
  "SingleFieldSubscriptionsRule": .singleRootField,
  "FieldsOnCorrectTypeRule": .fieldSelections,
  "OverlappingFieldsCanBeMergedRule": .fieldSelectionMerging,
  "ScalarLeafsRule": .leafFieldSelections,
  "KnownArgumentNamesRule": .argumentNames,
  "UniqueArgumentNamesRule": .argumentUniqueness,
  "ProvidedRequiredArgumentsRule": .requiredArguments,
  "UniqueFragmentNamesRule": .fragmentNameUniqueness,
  "KnownTypeNamesRule": .typeExistence,
  "FragmentsOnCompositeTypesRule": .fragmentsOnCompositeTypes,
  "NoUnusedFragmentsRule": .fragmentsMustBeUsed,
  "KnownFragmentNamesRule": .fragmentSpreadTargetDefined,
  "NoFragmentCyclesRule": .fragmentSpreadsMustNotFormCycles,
  "PossibleFragmentSpreadsRule": .fragmentSpreadIsPossible,
  "ValuesOfCorrectTypeRule": .valuesOfCorrectType,
  "UniqueInputFieldNamesRule": .inputObjectFieldUniqueness,
  "KnownDirectivesRule": [.directivesAreDefined, .directivesAreInValidLocations],
  "UniqueDirectivesPerLocationRule": .directivesAreUniquePerLocation,
  "UniqueVariableNamesRule": .variableUniqueness,
  "VariablesAreInputTypesRule": .variablesAreInputTypes,
  "NoUndefinedVariablesRule": .allVariableUsesDefined,
  "NoUnusedVariablesRule": .allVariablesUsed,
  "VariablesInAllowedPositionRule": .allVariableUsagesAreAllowed,
]
