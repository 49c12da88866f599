import ApusSource

/// The codes of schemas.
extension DiagnosticCode {
  /// All codes of this stage except those of literals, for the catalog.
  package static let schemaCodes: [DiagnosticCode] = [
    .schemaTooLarge, .invalidJSON, .incompleteIntrospection, .unknownArgument, .unknownDirective,
    .unheededDirective,
    .misplacedDirective,
    .unknownType, .duplicateSchemaDefinition, .impossibleExtension, .missingArgument,
    .duplicateArgumentDefinition, .duplicateArgument, .duplicateDirectiveDefinition, .duplicateDirective,
    .duplicateEnumValue, .duplicateField, .duplicateInputField, .duplicateOperationType, .duplicateType,
    .notAnInputType, .deprecatedRequired, .endlessDefault, .invalidDefault, .recursiveDirective, .emptyType,
    .notAnOutputType, .listsTooDeep, .endlessInputObject, .impossibleInterface, .missingInterfaceField,
    .interfaceFieldType, .interfaceFieldArgument, .interfaceFieldDeprecation, .oneOfField, .reservedName,
    .missingQueryType, .rootTypeKind, .sharedRootType, .invalidDirectiveArgument, .unionMember,
  ]
}
