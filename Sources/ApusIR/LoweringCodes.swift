import ApusDiagnostics

/// The codes of what validation allows and Swift does not.
extension DiagnosticCode {
  /// All codes of this stage, for the registry.
  package static let loweringCodes: [DiagnosticCode] = [
    .nameCollision, .tooManyShapes, .tooManyNestedFragments, .typesTooDeep, .unmappedScalar,
    .incrementalDelivery,
  ]

  package static let nameCollision = DiagnosticCode(
    "name-collision",
    title: "Two definitions with one Swift name",
    explanation: """
      Operations, fragments, enums and input objects become Swift types, side by side in one module. A query \"Home\" and
      a query \"HomeQuery\" would both be HomeQuery; a fragment \"Card\" gives CardFragment and CardData.
      """,
    example: "query Home { me { name } }\nquery HomeQuery { me { email } }",
    fix: "Rename one of the two.")

  package static let tooManyShapes = DiagnosticCode(
    "too-many-types",
    title: "A definition that needs too many types",
    explanation: """
      Every distinct combination of selections that meet at one object is a Swift type of its own. Real documents need
      fewer than a hundred; fragments that meet again and again under different type conditions can multiply them.
      """,
    example: "{ node { ...A ...B ... on T1 { node { ...A } } ... on T2 { node { ...B } } } }  # and so on",
    fix: "Spread fewer fragments on one field, or raise \"shapeLimit\" in apus.json.")

  package static let tooManyNestedFragments = DiagnosticCode(
    "fragments-too-deep",
    title: "Fragments nested too deeply",
    explanation: "Fragments may spread one another 1,000 deep. Only generated documents reach that.",
    example: "fragment F1 on T { ...F2 }\nfragment F2 on T { ...F3 }\n# and so on",
    fix: "Merge some of the fragments.")

  package static let typesTooDeep = DiagnosticCode(
    "types-too-deep",
    title: "Types nested too deeply",
    explanation: """
      Each level of a selection becomes a nested type, and a Swift compiler does not take them at any depth. The limit is
      256; fragments start anew.
      """,
    example: "{ a { a { a { a { a } } } } }  # and so on, through fragments",
    fix: "Select fewer levels in one operation.")

  package static let unmappedScalar = DiagnosticCode(
    "unmapped-scalar",
    title: "A custom scalar without a Swift type",
    explanation: """
      Nothing says what the scalar is in Swift, so it is GraphQLValue: any JSON. That always works, and is rarely what
      you want to program with.
      """,
    example: "scalar Money\ntype Query { price: Money }",
    fix: """
      Name a Swift type in apus.json: { "scalars": { "Money": { "type": "Decimal", "codec": "GraphQLDecimalCodec",
      "imports": ["Foundation"] } } }. To keep any JSON, write { "type": "GraphQLValue" }.
      """)

  package static let incrementalDelivery = DiagnosticCode(
    "incremental-delivery",
    title: "A response that would come in parts",
    explanation: """
      The directives @defer and @stream let a server answer in several parts. They are a proposal, not a part of the
      specification, and the types that Apus emits hold one whole response.
      """,
    example: "query Page($id: ID!) { album(id: $id) { title ...Reviews @defer } }",
    fix: "Remove the directive, or ask for the slow part in an operation of its own.")
}
