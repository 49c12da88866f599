import ApusDiagnostics
import ApusDocuments
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
    options.repeatsConflicts = true
    options.hidesSuggestions = question.has("hide_suggestions")
    let index = DocumentIndex(tree, schema)
    var found = Validator.validate(index, options: options)
    if asksForIntrospectionDepth(question) { found += tooDeepIntrospection(index) }
    return found.isEmpty
      ? .accepted([:]) : .refused(stage: "validate", limited(found.map(withReferencePlaces)))
  }
}

/// Whether a question asks for a rule of the reference's that is in no specification.
private func asksForIntrospectionDepth(_ question: Question) -> Bool {
  let name = "MaxIntrospectionDepthRule"
  return question.rules?.contains(name) ?? true && !question.skippedRules.contains(name)
}

/// The rules that a question asks for; nil when it asks for one that we do not have.
private func rules(of question: Question) -> Rules? {
  var rules: Rules = [.specified, .incrementalDelivery]
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

/// The reference gives no place in two cases: where it stops since fragments nest too deeply, and where a list or an
/// object is given for a scalar or an enum, which it copies before it looks at it.
func withReferencePlaces(_ error: Diagnostic) -> Diagnostic {
  var error = error
  switch error.code {
  case .fragmentsNestedTooDeeply: return Diagnostic(.error, error.code, "Validation aborted.")
  case .invalidValue where error.message.contains(" cannot represent "),
    .invalidDefault where error.message.contains(" cannot represent "):
    if let range = error.ranges.first,
      [UInt8(ascii: "["), UInt8(ascii: "{")].contains(range.file.bytes[range.start])
    {
      error.ranges = []
    }
    return error
  default: return error
  }
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
  "DeferStreamDirectiveOnRootField": .noDeferAtRoot,
  "DeferStreamDirectiveOnValidOperationsRule": .noDeferInSubscriptions,
  "DeferStreamDirectiveLabel": .deferLabels,
  "StreamDirectiveOnListField": .streamedFieldsAreLists,
  "MaxIntrospectionDepthRule": [],
  "NoDeprecatedCustomRule": .deprecatedUse,
]
