/// A set of rules: what one run of the ``Validator`` checks.
///
/// To add a rule: a file in `Rules` with its function and its codes, a constant here, a call in `NodeRules.swift` when
/// it is about single nodes, else in `Validator.swift`, and its tests.
package struct Rules: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  // Documents (section 5.1)
  package static let executableDefinitions = Rules(rawValue: 1 << 0)
  // Operations (section 5.2)
  package static let operationTypeExistence = Rules(rawValue: 1 << 1)
  package static let operationNameUniqueness = Rules(rawValue: 1 << 2)
  package static let loneAnonymousOperation = Rules(rawValue: 1 << 3)
  package static let singleRootField = Rules(rawValue: 1 << 4)
  // Fields (section 5.3)
  package static let fieldSelections = Rules(rawValue: 1 << 5)
  package static let fieldSelectionMerging = Rules(rawValue: 1 << 6)
  package static let leafFieldSelections = Rules(rawValue: 1 << 7)
  // Arguments (section 5.4)
  package static let argumentNames = Rules(rawValue: 1 << 8)
  package static let argumentUniqueness = Rules(rawValue: 1 << 9)
  package static let requiredArguments = Rules(rawValue: 1 << 10)
  // Fragments (section 5.5)
  package static let fragmentNameUniqueness = Rules(rawValue: 1 << 11)
  package static let typeExistence = Rules(rawValue: 1 << 12)
  package static let fragmentsOnCompositeTypes = Rules(rawValue: 1 << 13)
  package static let fragmentsMustBeUsed = Rules(rawValue: 1 << 14)
  package static let fragmentSpreadTargetDefined = Rules(rawValue: 1 << 15)
  package static let fragmentSpreadsMustNotFormCycles = Rules(rawValue: 1 << 16)
  package static let fragmentSpreadIsPossible = Rules(rawValue: 1 << 17)
  // Values (section 5.6)
  package static let valuesOfCorrectType = Rules(rawValue: 1 << 18)
  package static let inputObjectFieldUniqueness = Rules(rawValue: 1 << 19)
  // Directives (section 5.7)
  package static let directivesAreDefined = Rules(rawValue: 1 << 20)
  package static let directivesAreInValidLocations = Rules(rawValue: 1 << 21)
  package static let directivesAreUniquePerLocation = Rules(rawValue: 1 << 22)
  // Variables (section 5.8)
  package static let variableUniqueness = Rules(rawValue: 1 << 23)
  package static let variablesAreInputTypes = Rules(rawValue: 1 << 24)
  package static let allVariableUsesDefined = Rules(rawValue: 1 << 25)
  package static let allVariablesUsed = Rules(rawValue: 1 << 26)
  package static let allVariableUsagesAreAllowed = Rules(rawValue: 1 << 27)

  // Of Apus's own: what is allowed, but seldom meant
  package static let deprecatedUse = Rules(rawValue: 1 << 28)
  package static let identicalOperations = Rules(rawValue: 1 << 29)

  // Of the proposal for incremental delivery
  package static let noDeferAtRoot = Rules(rawValue: 1 << 30)
  package static let noDeferInSubscriptions = Rules(rawValue: 1 << 31)
  package static let deferLabels = Rules(rawValue: 1 << 32)
  package static let streamedFieldsAreLists = Rules(rawValue: 1 << 33)
  package static let incrementalDelivery: Rules = [
    .noDeferAtRoot, .noDeferInSubscriptions, .deferLabels, .streamedFieldsAreLists,
  ]

  /// What the compiler checks.
  package static let all: Rules = [.specified, .incrementalDelivery, .deprecatedUse, .identicalOperations]
}
