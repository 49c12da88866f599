/// The set of rules that a ``Validator`` checks.
///
/// To add a rule: a file in `Rules` with its function and its codes, a constant here, a call in `NodeRules.swift` for a
/// rule about single nodes and otherwise in `Validator.swift`, and its tests.
package struct Rules: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(bit: UInt64) { rawValue = 1 &<< bit }

  // Documents (section 5.1)
  package static let executableDefinitions = Rules(bit: 0)
  // Operations (section 5.2)
  package static let operationTypeExistence = Rules(bit: 1)
  package static let operationNameUniqueness = Rules(bit: 2)
  package static let loneAnonymousOperation = Rules(bit: 3)
  package static let singleRootField = Rules(bit: 4)
  // Fields (section 5.3)
  package static let fieldSelections = Rules(bit: 5)
  package static let fieldSelectionMerging = Rules(bit: 6)
  package static let leafFieldSelections = Rules(bit: 7)
  // Arguments (section 5.4)
  package static let argumentNames = Rules(bit: 8)
  package static let argumentUniqueness = Rules(bit: 9)
  package static let requiredArguments = Rules(bit: 10)
  // Fragments (section 5.5)
  package static let fragmentNameUniqueness = Rules(bit: 11)
  package static let typeExistence = Rules(bit: 12)
  package static let fragmentsOnCompositeTypes = Rules(bit: 13)
  package static let fragmentsMustBeUsed = Rules(bit: 14)
  package static let fragmentSpreadTargetDefined = Rules(bit: 15)
  package static let fragmentSpreadsMustNotFormCycles = Rules(bit: 16)
  package static let fragmentSpreadIsPossible = Rules(bit: 17)
  // Values (section 5.6)
  package static let valuesOfCorrectType = Rules(bit: 18)
  package static let inputObjectFieldUniqueness = Rules(bit: 19)
  // Directives (section 5.7)
  package static let directivesAreDefined = Rules(bit: 20)
  package static let directivesAreInValidLocations = Rules(bit: 21)
  package static let directivesAreUniquePerLocation = Rules(bit: 22)
  // Variables (section 5.8)
  package static let variableUniqueness = Rules(bit: 23)
  package static let variablesAreInputTypes = Rules(bit: 24)
  package static let allVariableUsesDefined = Rules(bit: 25)
  package static let allVariablesUsed = Rules(bit: 26)
  package static let allVariableUsagesAreAllowed = Rules(bit: 27)

  // Apus's own rules, about things that are allowed but seldom intended
  package static let deprecatedUse = Rules(bit: 28)
  package static let identicalOperations = Rules(bit: 29)
  package static let clientDirectivesAreSupported = Rules(bit: 34)
  package static let definitionsAreAccessible = Rules(bit: 35)
  package static let emptySelections = Rules(bit: 36)

  // Rules of the incremental delivery proposal
  package static let noDeferAtRoot = Rules(bit: 30)
  package static let noDeferInSubscriptions = Rules(bit: 31)
  package static let deferLabels = Rules(bit: 32)
  package static let streamedFieldsAreLists = Rules(bit: 33)
  package static let incrementalDelivery: Rules = [
    .noDeferAtRoot, .noDeferInSubscriptions, .deferLabels, .streamedFieldsAreLists,
  ]

  /// The rules that the compiler checks.
  package static let all: Rules = [
    .specified, .incrementalDelivery, .deprecatedUse, .identicalOperations, .clientDirectivesAreSupported,
    .definitionsAreAccessible, .emptySelections,
  ]
}
