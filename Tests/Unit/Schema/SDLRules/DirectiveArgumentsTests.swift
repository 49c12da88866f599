import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

private let lamp = "directive @lamp(lux: Int!, color: String = \"white\") repeatable on OBJECT\n"

@Suite(.timeLimit(.minutes(15))) struct UniqueDirectivesPerLocationTests {
  @Test func `a directive that stands twice`() {
    #expect(
      sdlProblems("type Room { name: String @deprecated @deprecated }")
        == ["1:26 1:38 The directive \"@deprecated\" can only be used once at this location."])
  }

  @Test func `a type and its extension are one place`() {
    #expect(
      sdlProblems(
        """
        directive @lit on OBJECT
        type Room @lit { name: String }
        extend type Room @lit
        """) == ["2:11 3:18 The directive \"@lit\" can only be used once at this location."])
  }

  @Test func `the schema and its extension are one place`() {
    #expect(
      sdlProblems(
        """
        directive @lit on SCHEMA
        schema @lit { query: Query }
        extend schema @lit
        type Query { a: Int }
        """) == ["2:8 3:15 The directive \"@lit\" can only be used once at this location."])
  }

  @Test func `a place in several parts is checked once`() {
    #expect(
      sdlProblems(
        """
        directive @lit on OBJECT
        type Room @lit @lit { name: String }
        extend type Room @lit
        """) == [
          "2:11 2:16 The directive \"@lit\" can only be used once at this location.",
          "2:11 3:18 The directive \"@lit\" can only be used once at this location.",
        ])
  }

  @Test func `neighbours are places of their own`() {
    #expect(sdlProblems("type Room { name: String @deprecated floor: Int @deprecated }") == [])
  }

  @Test func `a directive that is repeatable`() {
    #expect(sdlProblems(lamp + "type Room @lamp(lux: 1) @lamp(lux: 2) { name: String }") == [])
  }
}

@Suite(.timeLimit(.minutes(15))) struct KnownArgumentNamesOnDirectivesTests {
  @Test func `an unknown argument`() {
    #expect(
      sdlProblems(lamp + "type Room @lamp(lux: 1, colour: \"red\") { name: String }") == [
        "2:25 Unknown argument \"colour\" on directive \"@lamp\". Did you mean \"color\"?"
      ])
  }
}

@Suite(.timeLimit(.minutes(15))) struct DirectiveNotesTests {
  private func notes(_ sdl: String) -> [String] {
    let names = NameTable()
    return SchemaLoader.load([SourceFile(path: "schema.graphqls", text: sdl)], names: names).diagnostics
      .flatMap(\.diagnostic.notes)
      .map { "\($0.range?.position.line ?? 0):\($0.range?.position.column ?? 0) \($0.message)" }
  }

  @Test func `what a directive or a default value has to fit`() {
    #expect(
      notes(lamp + "type Query @lamp { floor(wing: Wing = NORTH): Int @lamp(lux: 1) }\nenum Wing { EAST }")
        == [
          "1:12 \"@lamp\" is defined here.", "1:12 \"@lamp\" is defined here.",
          "3:6 The expected type is defined here.",
        ])
  }

  @Test func `nobody wrote what the specification defines`() {
    #expect(notes("type Query @skip { a(b: Int = \"\"): Int }") == [])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueArgumentNamesTests {
  @Test func `an argument that is given twice`() {
    #expect(
      sdlProblems(lamp + "type Room @lamp(lux: 1, lux: 2) { name: String }")
        == ["2:17 2:25 There can be only one argument named \"lux\"."])
  }
}

@Suite(.timeLimit(.minutes(15))) struct UniqueInputFieldNamesTests {
  @Test func `a field that stands twice in a default value`() {
    #expect(
      sdlProblems(
        """
        input Search { room: Room = { name: "a", floor: { number: 1 }, name: "b" } }
        input Room { name: String floor: Floor }
        input Floor { number: Int name: String }
        """) == ["1:31 1:64 There can be only one input field named \"name\"."])
  }

  @Test func `one name in an object and in an object within`() {
    #expect(sdlProblems("type Query { a(b: Json = { c: { c: 1 } }): Int } scalar Json") == [])
  }
}

@Suite(.timeLimit(.minutes(15))) struct ProvidedRequiredArgumentsOnDirectivesTests {
  @Test func `a required argument that is not given`() {
    #expect(
      sdlProblems(lamp + "type Room @lamp(color: \"red\") { name: String }") == [
        "2:11 Argument \"@lamp(lux:)\" of type \"Int!\" is required, but it was not provided."
      ])
  }

  @Test func `an argument with a default value may be left out`() {
    #expect(sdlProblems(lamp + "type Room @lamp(lux: 4) { name: String }") == [])
  }
}
