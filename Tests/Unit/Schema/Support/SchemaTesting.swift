import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

/// What the SDL rules find in a document: a line for each diagnostic, `line:column line:column message`.
func sdlProblems(_ sdl: String) -> [String] {
  let tree = SchemaBuilder.makeTree(names: NameTable())
  let first = tree.count
  parse(sdl, into: tree)
  return SDLChecker.check(first..<tree.count, of: tree).map { $0.diagnostic.line }
}

/// What the type checks find in a schema that follows the SDL rules.
func typeProblems(_ sdl: String) -> [String] {
  let schema = buildSchema(sdl)
  return (TypeChecker.checkSpecifiedDirectives(schema) + TypeChecker.check(schema)).map { $0.diagnostic.line }
}

/// The same, for a schema that has a type for queries besides.
func typeProblems(besideQuery sdl: String) -> [String] {
  typeProblems(sdl + "\ntype Query { version: Int }")
}

/// A schema that follows the SDL rules.
func buildSchema(_ sdl: String) -> Schema {
  let tree = SchemaBuilder.makeTree(names: NameTable())
  let first = tree.count
  parse(sdl, into: tree)
  #expect(SDLChecker.check(first..<tree.count, of: tree).map { $0.diagnostic.line } == [])
  return SchemaBuilder.build(tree)
}

private func parse(_ sdl: String, into tree: SyntaxTree) {
  let errors = Parser.parse(SourceFile(path: "schema.graphqls", text: sdl), into: tree)
  #expect(errors.map(\.message) == [])
}

extension Diagnostic {
  /// The places and the message.
  var line: String {
    let places = ranges.map { "\($0.position.line):\($0.position.column)" }
    return (places + [message]).joined(separator: " ")
  }
}
