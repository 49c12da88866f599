import ReferencePrinter
import Testing

@testable import ApusSchema

/// Checks that a schema in the printer's form comes back as it is.
private func expectPrintsAsIs(_ sdl: String) {
  #expect(SchemaPrinter.print(buildSchema(sdl)) == sdl)
}

@Suite(.timeLimit(.minutes(15))) struct SchemaPrinterTests {
  @Test func `every kind of definition`() {
    expectPrintsAsIs(
      """
      directive @lit(lux: Int = 100, colors: [String!] = ["red", "white"]) repeatable on OBJECT | FIELD_DEFINITION

      type Query {
        rooms(search: Search = { floors: [1, 2], wing: EAST }): [Room!]!
      }

      interface Thing {
        name: String
      }

      interface Work implements Thing {
        name: String
      }

      type Room implements Work & Thing {
        name: String @deprecated
        number: Int @deprecated(reason: "Use \\"name\\".")
      }

      union Find = Query | Room

      enum Wing {
        EAST
        WEST @deprecated
      }

      input Search {
        wing: Wing! = WEST
        floors: [Int!]
      }

      input By @oneOf {
        id: ID
        name: String
      }

      scalar Year @specifiedBy(url: "https://example.org/year")
      """)
  }

  @Test func `descriptions keep their form`() {
    expectPrintsAsIs(
      """
      \"""The schema of a museum.\"""
      schema {
        query: Query
      }

      \"""
      What can be asked.

        Indented.
      \"""
      type Query {
        \"""First.\"""
        a: Int

        \"""Second.\"""
        b(
          \"""An argument.\"""
          c: Int
          d: Int

          \"""Another one.\"""
          e: Int
        ): Int
      }

      enum Wing {
        \"""To the sunrise.\"""
        EAST
      }

      \"""\"""
      scalar Empty
      """)
  }

  @Test func `descriptions of every kind of member and definition`() {
    expectPrintsAsIs(
      """
      \"""A light.\"""
      directive @lit(
        \"""How bright.\"""
        lux: Int

        \"""Which ones.\"""
        colors: [String!] = ["red"]
      ) on FIELD

      type Query {
        \"""
        More than
        one line.
        \"""
        a: Int
        b: Int

        \"""Third.\"""
        c: Int
      }

      \"""A wing.\"""
      enum Wing {
        EAST

        \"""To the sunset.\"""
        WEST @deprecated(reason: "Closed")
      }

      \"""What to look for.\"""
      input Search {
        \"""First.\"""
        a: Int = 1

        \"""Second.\"""
        b: Int = 2 @deprecated
      }

      \"""One of two.\"""
      union Find = Query
      """)
  }

  @Test func `deprecated arguments, input fields and directives`() {
    expectPrintsAsIs(
      """
      directive @dim(lux: Int @deprecated) @deprecated(reason: "Use lit.") on FIELD

      type Query {
        a(b: Int @deprecated(reason: "Old"), c: Int = 1 @deprecated): Int
      }

      input By {
        id: ID @deprecated(reason: "Old")
      }
      """)
  }

  @Test func `a root type for subscriptions`() {
    expectPrintsAsIs(
      "schema {\n  query: Query\n  subscription: Events\n}\n\ntype Query {\n  a: Int\n}\n\ntype Events {\n  b: Int\n}"
    )
    expectPrintsAsIs("type Query {\n  a: Int\n}\n\ntype Subscription {\n  b: Int\n}")
  }

  @Test func `root types by other names`() {
    expectPrintsAsIs(
      """
      schema {
        query: Museum
        mutation: Curation
      }

      type Museum {
        name: String
      }

      type Curation {
        rename(name: String!): String
      }
      """)
  }

  @Test func `a type that is named like a root type and is none`() {
    expectPrintsAsIs(
      "schema {\n  query: Query\n}\n\ntype Query {\n  a: Int\n}\n\ntype Mutation {\n  b: Int\n}")
  }

  @Test func `extensions become parts of their types`() {
    let schema = buildSchema(
      """
      extend type Query { b: Int }
      type Query { a: Int }
      extend scalar Year @specifiedBy(url: "y")
      scalar Year
      """)
    #expect(
      SchemaPrinter.print(schema)
        == "type Query {\n  a: Int\n  b: Int\n}\n\nscalar Year @specifiedBy(url: \"y\")")
  }

  @Test func `a description that no block string can have, and types without members`() {
    expectPrintsAsIs("\"\\n  Indented.\"\nscalar S\n\ntype T")
    expectPrintsAsIs("scalar S")
  }
}
