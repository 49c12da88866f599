import Testing

@Suite(.timeLimit(.minutes(15))) struct LoneSchemaDefinitionTests {
  @Test func `one definition and extensions`() {
    #expect(
      sdlProblems(
        """
        schema { query: Museum }
        extend schema { mutation: Curation }
        type Museum { name: String }
        type Curation { rename(name: String!): String }
        """) == [])
  }

  @Test func `a second definition`() {
    #expect(
      sdlProblems(
        """
        schema { query: Museum }
        schema { mutation: Museum }
        type Museum { name: String }
        """) == ["2:1 Must provide only one schema definition."])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueOperationTypesTests {
  @Test func `two types for queries`() {
    #expect(
      sdlProblems(
        """
        schema {
          query: Museum
          query: Museum
        }
        type Museum { name: String }
        """) == ["2:3 3:3 There can be only one query type in schema."])
  }

  @Test func `a second type in an extension`() {
    #expect(
      sdlProblems(
        """
        schema { query: Museum mutation: Museum }
        extend schema { mutation: Museum }
        type Museum { name: String }
        """) == ["1:24 2:17 There can be only one mutation type in schema."])
  }
}
