import Testing

@Suite(.timeLimit(.minutes(15))) struct RootTypesTests {
  @Test func `default names`() {
    #expect(typeProblems("type Query { a: Int } type Mutation { b: Int } type Subscription { c: Int }") == [])
  }

  @Test func `no type for queries`() {
    #expect(typeProblems("type Room { name: String }") == ["Query root type must be provided."])
    #expect(
      typeProblems("type Room { name: String }\nschema { mutation: Room }")
        == ["2:1 Query root type must be provided."])
  }

  @Test func `root types of other kinds`() {
    #expect(
      typeProblems(
        """
        schema { query: Search mutation: Wing }
        input Search { wing: Wing }
        enum Wing { EAST }
        """) == [
          "1:17 Query root type must be Object type, it cannot be Search.",
          "1:34 Mutation root type must be Object type if provided, it cannot be Wing.",
        ])
  }

  @Test func `a root type of another kind by its name`() {
    #expect(
      typeProblems("union Query = Room type Room { name: String }")
        == ["1:1 Query root type must be Object type, it cannot be Query."])
  }

  @Test func `one type for three kinds of operations`() {
    #expect(
      typeProblems(
        """
        schema { query: Root mutation: Root }
        extend schema { subscription: Root }
        type Root { a: Int }
        """) == [
          "1:17 1:32 2:31 All root types must be different, \"Root\" type is used as query, mutation,"
            + " and subscription root types."
        ])
  }
}

@Suite(.timeLimit(.minutes(15))) struct ReservedNamesTests {
  @Test func `every kind of name`() {
    let found = typeProblems(
      besideQuery: """
        directive @__a(__b: Int) on FIELD
        type __C { __d(__e: Int): Int }
        enum __F { __G }
        input __H { __i: Int }
        """)
    #expect(
      found.map { $0.split(separator: " ")[0] } == [
        "1:1", "1:16", "2:1", "2:12", "2:16", "3:1", "3:12", "4:1", "4:13",
      ])
    #expect(
      found.first
        == "1:1 Name \"__a\" must not begin with \"__\", which is reserved by GraphQL introspection.")
  }

  @Test func `introspection types may be written out`() {
    #expect(typeProblems(besideQuery: "type __Schema { types: [__Type!]! }") == [])
  }

  @Test func `a root type of another kind`() {
    #expect(
      typeProblems("schema { query: Q subscription: E }\ntype Q { a: Int }\nenum E { A }")
        == ["1:33 Subscription root type must be Object type if provided, it cannot be E."])
  }
}
