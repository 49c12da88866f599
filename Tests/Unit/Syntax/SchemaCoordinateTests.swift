import ApusSource
import Testing

@testable import ApusSyntax

@Suite(.timeLimit(.minutes(15))) struct SchemaCoordinateTests {
  private func parse(_ text: String) throws(SyntaxError) -> SchemaCoordinate {
    try SchemaCoordinate.parse(SourceFile(path: "a", text: text))
  }

  @Test(
    arguments: [
      ("Album", .type("Album")),
      ("Album.title", .member(type: "Album", name: "title")),
      ("Album.tracks(first:)", .argument(type: "Album", field: "tracks", name: "first")),
      ("@skip", .directive("skip")),
      ("@skip(if:)", .directiveArgument(directive: "skip", name: "if")),
      ("__Type.name", .member(type: "__Type", name: "name")),
    ] as [(String, SchemaCoordinate)])
  func `a coordinate has its form`(text: String, expected: SchemaCoordinate) throws {
    #expect(try parse(text) == expected)
    #expect(expected.description == text)
  }

  @Test(arguments: [
    ("", 0, "Expected Name, found <EOF>."),
    ("Album ", 5, "Invalid character: \" \"."),
    ("Album.", 6, "Expected Name, found <EOF>."),
    ("Album.title.x", 11, "Expected <EOF>, found \".\"."),
    ("Album(first:)", 5, "Expected <EOF>, found \"(\"."),
    ("Album.tracks(first)", 18, "Expected \":\", found \")\"."),
    ("Album.tracks(first: 1)", 19, "Invalid character: \" \"."),
    ("Album.tracks(first:", 19, "Expected \")\", found <EOF>."),
    ("@skip.if", 5, "Expected <EOF>, found \".\"."),
    ("é", 0, "Invalid character: U+00E9."),
    ("1", 0, "Invalid character: \"1\"."), ("@a(b:c)", 5, "Expected \")\", found Name \"c\"."),
    ("A.b(c d:)", 5, "Invalid character: \" \"."),
  ])
  func `a refused coordinate says why`(text: String, place: Int, message: String) {
    let error = #expect(throws: SyntaxError.self) { try parse(text) }
    #expect(error?.message == message)
    #expect(error?.start == place)
  }
}
