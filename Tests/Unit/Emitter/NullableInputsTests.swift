import ApusSwiftModel
import Testing

@testable import ApusEmitter

/// The extensions of `GraphQLNullable` for enums and input objects.
@Suite(.timeLimit(.minutes(15))) struct NullableInputsTests {
  private func schemaFile(
    _ document: String, schema: String, _ change: (inout GenerationOptions) -> Void
  ) -> String {
    var options = GenerationOptions()
    change(&options)
    return Emitter(document, schema: schema, options).schema() ?? ""
  }

  private let genre = "type Query { e(e: E): E } enum E { A }"

  @Test func `a namespace called Wrapped has an alias there`() {
    let text = schemaFile("query Q($e: E) { e(e: $e) }", schema: genre) { $0.namespace = "Wrapped" }
    #expect(text.contains("extension GraphQLNullable where Wrapped == _GraphQLWrapped.E {\n"))
    #expect(text.contains("\ntypealias _GraphQLWrapped = Wrapped\n"))
  }

  @Test func `so has a scalar's type of that name, and nothing else changes`() {
    let text = schemaFile(
      "query Q($i: I, $o: O) { i(i: $i, o: $o) }",
      schema: """
        type Query { i(i: I, o: O): Int } scalar W scalar V
        input I { Wrapped: W list: [W!] v: V } input O @oneOf { w: W }
        """
    ) {
      $0.accessLevel = .public
      $0.scalars = [
        "W": GenerationOptions.ScalarBinding(type: "Wrapped"),
        "V": GenerationOptions.ScalarBinding(type: "Shop.Wrapped"),
      ]
    }
    let code = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      code.contains(
        "init( Wrapped: GraphQLNullable<_GraphQLWrapped> = .unset, list: GraphQLNullable<[_GraphQLWrapped]> = .unset, v: GraphQLNullable<Shop.Wrapped> = .unset )"
      ))
    #expect(code.contains("public static func w(_ value: _GraphQLWrapped) -> Self"))
    #expect(code.contains("public typealias _GraphQLWrapped = Wrapped"))
  }

  @Test(arguments: [
    (GenerationOptions.AccessLevel.internal, false), (.package, true), (.public, true),
  ])
  func `a type for modules above has one, even if this module has no nullable input of it`(
    _ level: GenerationOptions.AccessLevel, _ isExpected: Bool
  ) {
    let text = schemaFile("{ e }", schema: genre) { $0.accessLevel = level }
    #expect(text.contains("extension GraphQLNullable where Wrapped == E {\n") == isExpected)
    #expect(!text.contains("typealias"))
    if isExpected { #expect(text.contains("\(level.rawValue) static var a: Self")) }
  }
}
