import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

/// `validate`: a document against a schema, by all of the reference's rules or by chosen ones.
func validate(_ question: Question) -> Answer {
  guard let isAsked = filter(of: question) else { return .unsupported("a rule that is in no specification") }
  return withSchema(of: question) { schema in
    let tree = SyntaxTree(names: schema.names)
    let source = question.source
    if let error = Parser.parse(source, into: tree, options: question.parserOptions).first {
      return .refused(error, in: source)
    }
    var options = ValidationOptions()
    options.unusedFragmentSeverity = .error
    let index = DocumentIndex(tree, schema)
    var found = Validator.validate(index, options: options).filter(isAsked)
    if question.has("hide_suggestions") { found = found.map(withoutSuggestion) }
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

/// Whether a question asks for a diagnostic; nil when it asks for a rule that we do not have. By default, it asks for the specification's.
private func filter(of question: Question) -> ((Diagnostic) -> Bool)? {
  var asked: [DiagnosticCode]?
  if let names = question.rules {
    asked = []
    for name in names {
      guard let codes = codesByReferenceName[name] else { return nil }
      asked?.append(contentsOf: codes)
    }
  }
  let skipped = question.skippedRules.flatMap { codesByReferenceName[$0] ?? [] }
  return { found in
    if found.code == .fragmentsNestedTooDeeply { return true }
    return (asked ?? specified).contains(found.code) && !skipped.contains(found.code)
  }
}

/// An error without "Did you mean …?".
private func withoutSuggestion(_ error: Diagnostic) -> Diagnostic {
  guard let start = error.message.firstRange(of: " Did you mean ")?.lowerBound else { return error }
  let rest = error.message[start...].firstRange(of: "? Found: ").map {
    ", found: " + error.message[$0.upperBound...]
  }
  var message = error.message[..<start]
  if rest != nil { message = message.dropLast() }
  return Diagnostic(error.severity, error.code, message + (rest ?? ""), at: error.ranges)
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
  case .unusedFragment:
    // The reference marks the whole definition.
    if let range = error.ranges.first { error.ranges = [definition(before: range)] }
    return error
  default: return error
  }
}

/// A fragment's definition, from its keyword on.
private func definition(before name: SourceRange) -> SourceRange {
  let keyword = Array("fragment".utf8)
  var start = name.start
  while start > 0,
    !(0..<keyword.count).allSatisfy({ start + $0 < name.start && name.file.bytes[start + $0] == keyword[$0] })
  {
    start -= 1
  }
  return SourceRange(file: name.file, start: start, end: name.end)
}

/// The codes of the rules that the reference applies by default.
private let specified = codesByReferenceName.filter { $0.key != "NoDeprecatedCustomRule" }.flatMap(\.value)

/// The reference's name for each rule; it checks some together that the specification lists apart.
let codesByReferenceName: [String: [DiagnosticCode]] = [
  "ExecutableDefinitionsRule": [.notExecutable],
  "KnownOperationTypesRule": [.unsupportedOperation],
  "UniqueOperationNamesRule": [.duplicateOperation],
  "LoneAnonymousOperationRule": [.anonymousOperation],
  "SingleFieldSubscriptionsRule": [.subscriptionRootField],
  "FieldsOnCorrectTypeRule": [.unknownField],
  "OverlappingFieldsCanBeMergedRule": [.fieldsConflict],
  "ScalarLeafsRule": [.selectionOnLeaf, .missingSelection],
  "KnownArgumentNamesRule": [.unknownArgument],
  "UniqueArgumentNamesRule": [.duplicateArgument],
  "ProvidedRequiredArgumentsRule": [.missingArgument],
  "UniqueFragmentNamesRule": [.duplicateFragment],
  "KnownTypeNamesRule": [.unknownType],
  "FragmentsOnCompositeTypesRule": [.fragmentOnLeaf],
  "NoUnusedFragmentsRule": [.unusedFragment],
  "KnownFragmentNamesRule": [.unknownFragment],
  "NoFragmentCyclesRule": [.fragmentCycle],
  "PossibleFragmentSpreadsRule": [.impossibleFragment],
  "ValuesOfCorrectTypeRule": [.invalidValue, .unknownInputField, .missingInputField, .oneOfValue],
  "UniqueInputFieldNamesRule": [.duplicateInputField],
  "KnownDirectivesRule": [.unknownDirective, .misplacedDirective],
  "UniqueDirectivesPerLocationRule": [.duplicateDirective],
  "UniqueVariableNamesRule": [.duplicateVariable],
  "VariablesAreInputTypesRule": [.variableOfOutputType],
  "NoUndefinedVariablesRule": [.undefinedVariable],
  "NoUnusedVariablesRule": [.unusedVariable],
  "VariablesInAllowedPositionRule": [.variableMismatch, .nullableOneOfVariable],
  "DeferStreamDirectiveOnRootField": [.deferAtRoot],
  "DeferStreamDirectiveOnValidOperationsRule": [.deferInSubscription],
  "DeferStreamDirectiveLabel": [.deferLabel],
  "StreamDirectiveOnListField": [.streamOnNonList],
  "MaxIntrospectionDepthRule": [],
  // Of schemas.
  "LoneSchemaDefinitionRule": [.duplicateSchemaDefinition],
  "UniqueOperationTypesRule": [.duplicateOperationType],
  "UniqueTypeNamesRule": [.duplicateType],
  "UniqueEnumValueNamesRule": [.duplicateEnumValue],
  "UniqueFieldDefinitionNamesRule": [.duplicateField],
  "UniqueArgumentDefinitionNamesRule": [.duplicateArgumentDefinition],
  "UniqueDirectiveNamesRule": [.duplicateDirectiveDefinition],
  "PossibleTypeExtensionsRule": [.impossibleExtension],
  "KnownArgumentNamesOnDirectivesRule": [.unknownArgument],
  "ProvidedRequiredArgumentsOnDirectivesRule": [.missingArgument],
  "NoDeprecatedCustomRule": [
    .deprecatedField, .deprecatedArgument, .deprecatedInputField, .deprecatedEnumValue, .deprecatedDirective,
  ],
]
