/// The rules that definitions must follow before they are turned into types, in the reference's order.
///
/// To add one: a file in this folder with its check and its code, a case here, a call in ``SDLChecker``, and its tests.
package enum SDLRule: UInt8, CaseIterable {
  /// Section 3.3
  case loneSchemaDefinition
  /// Section 3.3.1
  case uniqueOperationTypes
  /// Section 3.3
  case uniqueTypeNames
  /// Section 3.9
  case uniqueEnumValueNames
  /// Sections 3.6, 3.7 and 3.10
  case uniqueFieldDefinitionNames
  /// Sections 3.6.1 and 3.13
  case uniqueArgumentDefinitionNames
  /// Section 3.3
  case uniqueDirectiveNames
  /// Section 3.4
  case knownTypeNames
  /// Sections 5.7.1 and 5.7.2
  case knownDirectives
  /// Section 5.7.3
  case uniqueDirectivesPerLocation
  /// Section 3.4.3
  case possibleTypeExtensions
  /// Section 5.4.1
  case knownArgumentNamesOnDirectives
  /// Section 5.4.2
  case uniqueArgumentNames
  /// Section 5.6.3
  case uniqueInputFieldNames
  /// Section 5.4.3
  case providedRequiredArgumentsOnDirectives
}
