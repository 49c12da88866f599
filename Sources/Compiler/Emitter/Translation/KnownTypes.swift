import ApusSwiftModel

/// The names with which the output refers to types of the standard library and the runtime.
///
/// If the output declares something of the same name anywhere, the name includes the module, `Swift.String`, so that it means the same in every
/// scope.
final class KnownTypes {
  let string, int, double, bool, hashable, sendable, result: String
  let anyValue, nullable, deferred, conditions, object, writable, enumeration, fieldError,
    errorBehavior: String
  let cacheSchema, cacheEdit, fragment, identifier: String
  let idCodec, listCodec, optionalCodec, objectCodec, inputCodec, leafCodec, codableCodec: String
  let throwingCodec, semanticNonNullCodec, requiredCodec, requiredByParentCodec: String
  let nilWithinCodec, catchingCodec, presentCodec: String
  /// The parameters of `init(_reading:)` and `_write(to:)`: `_reading r: inout GraphQLReader`.
  let readingParameter: String
  let writingParameter: String
  private let declared: DeclaredNames

  /// The protocol for a kind of operation: `GraphQLQuery`.
  func operation(_ kind: String) -> String { KnownTypes.qualified("GraphQL" + kind, "Apus", declared) }

  /// A codec that `apus.json` names. If it is the runtime's and the output declares its name, it is qualified.
  func codec(_ name: String) -> String {
    RuntimeNames.contains(name) ? KnownTypes.qualified(name, "Apus", declared) : name
  }

  private static func qualified(_ name: String, _ module: String, _ declared: DeclaredNames) -> String {
    declared.contains(name.prefix { $0 != "." && $0 != "<" }) ? "\(module).\(name)" : name
  }

  init(_ declared: DeclaredNames) {
    func standard(_ name: String) -> String { KnownTypes.qualified(name, "Swift", declared) }
    func runtime(_ name: String) -> String { KnownTypes.qualified(name, "Apus", declared) }
    self.declared = declared
    cacheSchema = runtime("GraphQLCacheSchema")
    cacheEdit = runtime("_GraphQLCacheEdit")
    fragment = runtime("GraphQLFragment")
    identifier = runtime("GraphQLIdentifier")
    string = standard("String")
    int = standard("Int")
    double = standard("Double")
    bool = standard("Bool")
    hashable = standard("Hashable")
    sendable = standard("Sendable")
    anyValue = runtime("GraphQLValue")
    nullable = runtime("GraphQLNullable")
    deferred = runtime("GraphQLDeferred")
    conditions = runtime("_GraphQLConditions")
    object = runtime("GraphQLObject")
    writable = runtime("GraphQLWritable")
    enumeration = runtime("GraphQLEnum")
    idCodec = runtime("GraphQLIDCodec")
    listCodec = runtime("_GraphQLListCodec")
    optionalCodec = runtime("_GraphQLOptionalCodec")
    objectCodec = runtime("_GraphQLObjectCodec")
    inputCodec = runtime("_GraphQLInputCodec")
    leafCodec = runtime("_GraphQLLeafCodec")
    codableCodec = runtime("_GraphQLCodableCodec")
    throwingCodec = runtime("_GraphQLThrowingCodec")
    semanticNonNullCodec = runtime("_GraphQLSemanticNonNullCodec")
    requiredCodec = runtime("_GraphQLRequiredCodec")
    requiredByParentCodec = runtime("_GraphQLRequiredByParentCodec")
    nilWithinCodec = runtime("_GraphQLNilWithinCodec")
    catchingCodec = runtime("_GraphQLCatchingCodec")
    presentCodec = runtime("_GraphQLPresentCodec")
    result = standard("Result")
    fieldError = runtime("GraphQLFieldError")
    errorBehavior = runtime("GraphQLErrorBehavior")
    readingParameter = "_reading r: inout " + runtime("GraphQLReader")
    writingParameter = "to w: inout " + runtime("GraphQLWriter")
  }
}
