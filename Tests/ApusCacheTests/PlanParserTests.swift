import Apus
import Testing

@testable import ApusCache

@Suite(.timeLimit(.minutes(5))) struct PlanParserTests {
  @Test(arguments: [
    (#"\u00e9a"#, "éa"), (#"\ud83d\ude00b"#, "😀b"), (#"\u{1F600}c"#, "😀c"), (#"\u{10ffff}1"#, "\u{10FFFF}1"),
  ])
  func `an escape ends where GraphQL says`(escaped: String, text: String) throws {
    var parser = PlanParser("{feed(genre:\"\(escaped)\"){id}}", TypeTable([]))
    try parser.parse()
    let set = parser.document.sets[parser.document.root]
    guard case .field(let field) = set.items.first, case .constant(let value) = field.arguments.first?.value
    else {
      Issue.record("\(set)")
      return
    }
    #expect(value == .string(text))
  }
}
