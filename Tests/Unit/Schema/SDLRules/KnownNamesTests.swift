import Testing

@Suite(.timeLimit(.minutes(15))) struct KnownTypeNamesTests {
  @Test func `types of the specification are known`() {
    #expect(
      sdlProblems("type Query { a: Int b: Float c: String d: Boolean e: ID f: __Type }") == [])
  }

  @Test func `an unknown type, and one that is like it`() {
    #expect(
      sdlProblems(
        """
        type Painting { painter: Paintre }
        type Painter { name: String }
        """) == ["1:26 Unknown type \"Paintre\". Did you mean \"Painter\" or \"Painting\"?"])
  }

  @Test func `every place that names a type`() {
    #expect(
      sdlProblems(
        """
        schema { query: Q }
        type A implements B { c(d: [D!]!): [C] }
        union E = F
        input G { h: H }
        directive @i(j: J) on FIELD
        """
      ).map { $0.split(separator: ".")[0] } == [
        "1:17 Unknown type \"Q\"", "2:19 Unknown type \"B\"", "2:29 Unknown type \"D\"",
        "2:37 Unknown type \"C\"", "3:11 Unknown type \"F\"", "4:14 Unknown type \"H\"",
        "5:17 Unknown type \"J\"",
      ])
  }

  @Test func `the type of meta-fields has no name`() {
    #expect(sdlProblems("type Query { meta: __Meta }").count == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct KnownDirectivesTests {
  @Test func `directives in their places`() {
    #expect(
      sdlProblems(
        """
        directive @all(note: String) on SCHEMA | SCALAR | OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE
          | UNION | ENUM | ENUM_VALUE | INPUT_OBJECT | INPUT_FIELD_DEFINITION
        schema @all { query: Query }
        type Query @all { a(b: Int @all): Int @all }
        interface C @all { d: Int }
        union E @all = Query
        enum F @all { G @all }
        input H @all { i: Int @all }
        scalar J @all
        """) == [])
  }

  @Test func `an unknown directive`() {
    #expect(sdlProblems("scalar Year @gregorian") == ["1:13 Unknown directive \"@gregorian\"."])
  }

  @Test func `directives in other places`() {
    #expect(
      sdlProblems(
        """
        directive @lit on OBJECT
        interface Room @lit {
          seats(free: Boolean @lit): Int @lit
        }
        input Search { room: ID @lit }
        """) == [
          "2:16 Directive \"@lit\" may not be used on INTERFACE.",
          "3:23 Directive \"@lit\" may not be used on ARGUMENT_DEFINITION.",
          "3:34 Directive \"@lit\" may not be used on FIELD_DEFINITION.",
          "5:25 Directive \"@lit\" may not be used on INPUT_FIELD_DEFINITION.",
        ])
  }
}

@Suite(.timeLimit(.minutes(15))) struct PossibleTypeExtensionsTests {
  @Test func `an extension before the definition`() {
    #expect(sdlProblems("extend type Room { floor: Int } type Room { name: String }") == [])
  }

  @Test func `an extension of another kind`() {
    #expect(
      sdlProblems("interface Room { name: String }\nextend type Room { floor: Int }")
        == ["1:1 2:1 Cannot extend non-object type \"Room\"."])
  }

  @Test func `an extension of nothing`() {
    #expect(
      sdlProblems("type Room { name: String }\nextend type Rooms { floor: Int }")
        == ["2:13 Cannot extend type \"Rooms\" because it is not defined. Did you mean \"Room\"?"])
  }

  @Test func `an extension of a scalar of the specification`() {
    #expect(
      sdlProblems("directive @wide on SCALAR\nextend scalar Float @wide")
        == ["2:15 Cannot extend type \"Float\" because it is not defined."])
  }

  private static let kinds = [
    ("scalar", "scalar K", "extend scalar K @wide"),
    ("object", "type K { a: Int }", "extend type K { b: Int }"),
    ("interface", "interface K { a: Int }", "extend interface K { b: Int }"),
    ("union", "union K = Q", "extend union K = R"), ("enum", "enum K { A }", "extend enum K { B }"),
    ("input object", "input K { a: Int }", "extend input K { b: Int }"),
  ]

  @Test(arguments: kinds, kinds)
  func `each kind is extended by its own`(
    _ defined: (name: String, text: String, extension: String),
    _ extended: (name: String, text: String, extension: String)
  ) {
    let rest = "directive @wide on SCALAR type Q { a: Int } type R { a: Int } type Query { a: Int }"
    let message = "Cannot extend non-\(extended.name) type \"K\"."
    let isSame = defined.name == extended.name
    #expect(
      sdlProblems("\(defined.text)\n\(extended.extension)\n\(rest)") == (isSame ? [] : ["1:1 2:1 \(message)"])
    )
  }
}
