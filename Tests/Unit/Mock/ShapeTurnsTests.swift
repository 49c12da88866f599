import ApusSource
import Testing

@testable import ApusMock

@Suite(.timeLimit(.minutes(15))) struct ShapeTurnsTests {
  private static func responses(_ count: Int) -> [JSONOutput] { (0..<count).map { .string("r\($0)") } }

  @Test func `each request has turns of its own, and its responses are made once`() {
    var turns = ShapeTurns()
    var made = 0
    func next(_ request: String, _ count: Int) -> String? {
      turns.next(of: request) {
        made += 1
        return Self.responses(count)
      }?.line
    }
    #expect((0..<4).map { _ in next("a", 3) } == ["\"r0\"", "\"r1\"", "\"r2\"", "\"r0\""])
    #expect((0..<3).map { _ in next("b", 2) } == ["\"r0\"", "\"r1\"", "\"r0\""])
    #expect(next("a", 3) == "\"r1\"")
    #expect(made == 2)
    #expect(next("none", 0) == nil)
  }

  @Test(arguments: [0, 7, 8, 20])
  func `turns go on when there is no room for the responses`(_ maximumSize: Int) {
    var turns = ShapeTurns(maximumSize: maximumSize)
    for number in 0..<6 {
      for request in ["a", "b", "c"] {
        let response = turns.next(of: request) { Self.responses(2) }
        #expect(response?.line == "\"r\(number % 2)\"")
        #expect(turns.size <= maximumSize)
      }
    }
  }

  @Test func `a mock server sends one shape after another`() {
    let sources = [SourceFile(path: "s.graphqls", text: "type Query { a: Int }")]
    var options = MockOptions()
    options.hasEveryShape = true
    let answers = MockAnswers(sources, MockSchema(sources), MockExamples(), options)
    func line(_ text: String) -> String {
      switch answers.answer(text, operationName: nil, variables: nil) {
      case .response(let value), .refused(let value): value.line
      case .events: "events"
      }
    }
    let first = (0..<4).map { _ in line("{ a }") }
    #expect(Set(first.prefix(3)).count == 3 && first[3] == first[0], "\(first)")
    #expect(line("{ b: a }").contains("\"b\""))
    #expect(line("{ a }") == first[1])
  }
}
