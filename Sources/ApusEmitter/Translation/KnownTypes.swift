/// The names of types from the standard library and the runtime. A name is qualified with its module if the output declares a type of that
/// name.
struct KnownTypes {
  let string: String
  let int: String
  let double: String
  let bool: String
  let hashable: String
  let sendable: String
  let anyValue: String
  let nullable: String
  let deferred: String
  let conditions: String
  let object: String
  let writable: String
  let enumeration: String
  let idCodec: String
  let listCodec: String
  let optionalCodec: String
  let objectCodec: String
  let inputCodec: String
  let leafCodec: String
  let codableCodec: String
  let throwingCodec: String
  let semanticNonNullCodec: String
  let requiredCodec: String
  let requiredByParentCodec: String
  let nilWithinCodec: String
  let catchingCodec: String
  let presentCodec: String
  let result: String
  let fieldError: String
  let errorBehavior: String
  /// The parameters of `init(_reading:)` and `_write(to:)`.
  let readingParameter: String
  let writingParameter: String

  init(declaredNames: Set<String>) {
    func standard(_ name: String) -> String { declaredNames.contains(name) ? "Swift.\(name)" : name }
    func runtime(_ name: String) -> String { declaredNames.contains(name) ? "Apus.\(name)" : name }
    string = standard("String")
    int = standard("Int")
    double = standard("Double")
    bool = standard("Bool")
    hashable = standard("Hashable")
    sendable = standard("Sendable")
    anyValue = runtime("GraphQLValue")
    nullable = runtime("GraphQLNullable")
    deferred = runtime("GraphQLDeferred")
    conditions = runtime("GraphQLConditions")
    object = runtime("GraphQLObject")
    writable = runtime("GraphQLWritable")
    enumeration = runtime("GraphQLEnum")
    idCodec = runtime("GraphQLIDCodec")
    listCodec = runtime("GraphQLListCodec")
    optionalCodec = runtime("GraphQLOptionalCodec")
    objectCodec = runtime("GraphQLObjectCodec")
    inputCodec = runtime("GraphQLInputCodec")
    leafCodec = runtime("GraphQLLeafCodec")
    codableCodec = runtime("GraphQLCodableCodec")
    throwingCodec = runtime("GraphQLThrowingCodec")
    semanticNonNullCodec = runtime("GraphQLSemanticNonNullCodec")
    requiredCodec = runtime("GraphQLRequiredCodec")
    requiredByParentCodec = runtime("GraphQLRequiredByParentCodec")
    nilWithinCodec = runtime("GraphQLNilWithinCodec")
    catchingCodec = runtime("GraphQLCatchingCodec")
    presentCodec = runtime("GraphQLPresentCodec")
    result = standard("Result")
    fieldError = runtime("GraphQLFieldError")
    errorBehavior = runtime("GraphQLErrorBehavior")
    readingParameter = "_reading r: inout " + runtime("ObjectReader")
    writingParameter = "to w: inout " + runtime("ObjectWriter")
  }
}
