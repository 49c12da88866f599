import Testing

@testable import ApusEmitter

@Suite(.timeLimit(.minutes(15))) struct CodeTests {
  /// The lines of code where a line has room for `width` bytes.
  private func lines(_ code: Code, width: Int) -> [String] {
    var text = SwiftPrinter()
    let levels = (SwiftPrinter.lineLength - width) / 2
    text.indent(by: levels)
    text.line(code)
    return text.text.split(separator: "\n").map { String($0.dropFirst(2 * levels)) }
  }

  @Test func `what fits is one line`() {
    let call = Code.call("w.string", [Code("\"title\""), Code("title")])
    #expect(lines(call, width: 40) == ["w.string(\"title\", title)"])
  }

  @Test func `calls break after the parenthesis`() {
    let call = Code.call("w.scalar", [Code("\"startedAt\""), Code("startedAt"), Code("as: Codec.self")])
    #expect(lines(call, width: 44) == ["w.scalar(", "  \"startedAt\", startedAt, as: Codec.self)"])
    #expect(
      lines(call, width: 30) == ["w.scalar(", "  \"startedAt\", startedAt,", "  as: Codec.self)"])
  }

  @Test func `assignments break after the sign`() {
    let assignment = Code.assignment("self", Code(".newReleases(try NewReleases(_reading: &r))"))
    #expect(lines(assignment, width: 46) == ["self =", "  .newReleases(try NewReleases(_reading: &r))"])
  }

  @Test func `conditions break before the operator`() {
    let head = Code.conditions([Code("r.has(\"a\")"), Code("r.has(\"b\")")], " && ")
    #expect(lines(head, width: 20) == ["r.has(\"a\")", "  && r.has(\"b\")"])
  }

  @Test func `what is inside breaks for itself`() {
    let codec = Code.generic("List", [.generic("Optional", [Code("ID")])])
    var argument = Code("as: ")
    argument.add(codec)
    argument.add(".self")
    let call = Code.call("w.scalar", [Code("\"ids\""), Code("ids"), argument])
    #expect(lines(call, width: 30) == ["w.scalar(", "  \"ids\", ids,", "  as: List<Optional<ID>>.self)"])
    #expect(
      lines(call, width: 24)
        == ["w.scalar(", "  \"ids\", ids,", "  as: List<", "    Optional<ID>", "  >.self)"])
  }

  @Test func `closures and arrays close on a line of their own`() {
    let closure = Code.closure("value.owner.map", .call(".person", [Code("$0")]))
    #expect(lines(closure, width: 34) == ["value.owner.map { .person($0) }"])
    #expect(lines(closure, width: 30) == ["value.owner.map {", "  .person($0)", "}"])
    let array = Code.call("try r.onlyMember", [.array("of: ", [Code("\"name\""), Code("\"id\"")])])
    #expect(
      lines(array, width: 30)
        == ["try r.onlyMember(", "  of: [\"name\", \"id\"])"])
    #expect(
      lines(array, width: 20)
        == ["try r.onlyMember(", "  of: [", "    \"name\", \"id\",", "  ])"])
  }

  @Test func `literals hold whatever they hold`() {
    let literal = ##"#"a("D, Y") ? b : c = { } <x>, d.e && f"#"##
    let assignment = Code.assignment("let text", Code(literal))
    #expect(lines(assignment, width: 20) == ["let text =", "  " + literal])
  }
}
