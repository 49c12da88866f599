import ApusSource

/// The codes of errors and warnings about valid documents and schemas that Swift cannot represent, or only with compromises.
extension DiagnosticCode {
  /// The codes that only this stage reports, for `Pipeline.catalog`.
  package static let swiftModelCodes: [DiagnosticCode] = [
    .namespaceCollision, .tooManyTypeConditions, .typesTooDeep, .unmappedScalar, .typeLeftOut,
    .unregisteredOperation, .conflictingFieldTypes,
  ]

  package static let contradictoryConfiguration = DiagnosticCode(
    "contradictory-configuration",
    title: "Two modules with conflicting configurations",
    explanation: """
      A fragment that a target spreads from a module it depends on has the types and names of that module. Scalars and
      naming rules are inherited from there unless the target sets them, and the target cannot set different ones for
      what such a fragment selects. An enum or input object that such a module declares has its name there in the target, too.
      """,
    example: """
      Sources/API/apus.json: { "accessLevel": "public", "scalars": { "Money": "Decimal" } }
      Sources/App/apus.json: { "scalars": { "Money": "Double" } }
      """,
    fix: "Set it once, in the lowest module with the fragments.")

  static let typeLeftOut = DiagnosticCode(
    "type-left-out",
    title: "An enum or input object that is not generated",
    explanation: """
      With "schemaTypes": "all", every enum and input object of the schema becomes a Swift type, whether documents use it or
      not. An error in a type that no document uses is only a warning, but an input object without fields, or one that requires
      itself without end, cannot be written in Swift. It is left out, and so is every input object with a field of such a type.
      """,
    example: "# schema.graphqls, with \"schemaTypes\": \"all\"\ninput Node { next: Node! }",
    fix: "Correct the schema, or report the error to the people who publish it.",
    isWarning: true)

  static let tooManyTypeConditions = DiagnosticCode(
    "too-many-type-conditions",
    title: "More type conditions than Swift can check",
    explanation: """
      A fragment with type conditions becomes a protocol with an associated type for each of them. Swift checks such protocols
      by at most 4,000 rules, which is enough for some 500 type conditions.
      """,
    example: "fragment F on Node { ... on T1 { a } ... on T2 { a } }  # and so on, up to T600",
    fix: "Split the fragment into two.")

  static let typesTooDeep = DiagnosticCode(
    "types-too-deep",
    title: "Types nested too deeply",
    explanation: """
      Each level of a selection becomes a nested type, and the Swift compiler limits how deeply types nest. The limit here
      is 256; in a fragment, counting starts again.
      """,
    example: "{ a { a { a { a { a } } } } }  # and so on, through fragments",
    fix: "Select fewer levels in one operation.")

  package static let unmappedScalar = DiagnosticCode(
    "unmapped-scalar",
    title: "A custom scalar without a Swift type",
    explanation: """
      The configuration does not map the scalar to a Swift type, so it is GraphQLValue: any JSON. That always works, but is rarely
      convenient. A scalar called `JSON`, `JSONB`, `JSONObject` or `JSONValue` gets no warning.
      """,
    example: "scalar Money\ntype Query { price: Money }",
    fix: """
      Name a Swift type in apus.json: { "scalars": { "Money": { "type": "Decimal", "codec": "GraphQLDecimalCodec",
      "imports": ["Foundation"] } } }. To keep any JSON, write { "type": "GraphQLValue" }.
      """,
    isWarning: true)

  static let unregisteredOperation = DiagnosticCode(
    "unregistered-operation",
    title: "An operation that is missing from the manifest",
    explanation: """
      The key "operationIdentifiers" in apus.json names a manifest of registered operations, whose identifiers the generated
      code contains. Operations are found in it by the exact document that is sent; a server that accepts only registered
      operations would reject this one.
      """,
    example: "{ \"operationIdentifiers\": \"operations.json\" }  # made before the operation was edited",
    fix:
      "Make a new manifest with `swift package apus manifest`, register it, and keep the server's response.",
    isWarning: true)

  static let conflictingFieldTypes = DiagnosticCode(
    "conflicting-field-types",
    title: "A variable with two Swift types",
    explanation: """
      "fields" or "identifiers" in apus.json set the Swift type of arguments and input fields, and a variable has the type of
      the argument that it is passed to. A variable that is passed to two arguments needs the same type for both. If one is the
      identifier of an object and the other that of its interface, the variable has the object's.
      """,
    example: "query Both($id: ID!) { album(id: $id) { title } artist(id: $id) { name } }",
    fix: "Use two variables, or give both arguments the same type under \"fields\".")
}
