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
    #expect(lines(call, width: 24) == ["w.string(\"title\", title)"])
  }

  @Test func `calls break after commas, and only where an argument does not fit`() {
    let call = Code.call("w.scalar", [Code("\"startedAt\""), Code("startedAt"), Code("as: Codec.self")])
    #expect(lines(call, width: 44) == ["w.scalar(\"startedAt\", startedAt,", "  as: Codec.self)"])
    #expect(lines(call, width: 22) == ["w.scalar(\"startedAt\",", "  startedAt,", "  as: Codec.self)"])
  }

  @Test func `lists within other code break after commas, too`() {
    var argument = Code("as: ")
    argument.add(.generic("List", [Code("ID"), Code("Codec")]))
    let call = Code.call("w.scalar", [Code("\"ids\""), argument])
    #expect(lines(call, width: 28) == ["w.scalar(\"ids\", as: List<ID,", "  Codec>)"])
    #expect(lines(call, width: 26) == ["w.scalar(\"ids\",", "  as: List<ID, Codec>)"])
    #expect(lines(call, width: 18) == ["w.scalar(\"ids\",", "  as: List<ID,", "  Codec>)"])
  }

  @Test func `nothing else breaks`() {
    let closure = Code.closure(Code("value.owner.map"), .call(".person", [Code("$0")]))
    #expect(lines(closure, width: 10) == ["value.owner.map { .person($0) }"])
    let choice = Code.optional(Code("r.has(\"a\")"), Code("try r.string(\"a\")"))
    #expect(lines(choice, width: 10) == ["r.has(\"a\") ? try r.string(\"a\") : nil"])
  }

  @Test func `literals hold whatever they hold`() {
    let literal = ##"#"a("D, Y") ? b : c = { } <x>, d.e && f"#"##
    #expect(lines(Code.call("f", [Code(literal)]), width: 20) == ["f(\(literal))"])
  }

  @Test func `an argument becomes an assignment with the same breaks`() {
    let argument = Code.call("title: r.scalar", [Code("\"title\""), Code("as: Codec.self")])
    let assigned = argument.assigned(to: "self.title = try ")
    #expect(lines(assigned, width: 40) == ["self.title = try r.scalar(\"title\",", "  as: Codec.self)"])
  }
}
