import Apus
import ApusClient
import ApusText
import Testing

/// Swift's control flow in a selection set, and values as arguments.
@Suite(.timeLimit(.minutes(15))) struct SelectionBuilderTests {
  private func document(isFull: Bool, kind: Int) throws -> String {
    let more = [GraphQLSelection.field(GraphQLField("z"))]
    let fragments = kind == 1 ? [GraphQLFragmentDefinition("F", on: "Query") { "c" }] : []
    return try GraphQLText(.query, "A", fragments: fragments) {
      if isFull { "full" }
      if kind == 0 { "zero" } else { "other" }
      switch kind {
      case 0: GraphQLField("a")
      case 1: GraphQLFragmentSpread("F")
      default: GraphQLInlineFragment { "b" }
      }
      if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) { "new" }
      more
    }.document
  }

  @Test func `if, else, switch and availability choose selections`() throws {
    #expect(try document(isFull: true, kind: 0) == "query A{full zero a new z}")
    #expect(
      try document(isFull: false, kind: 1) == "query A{other ...F new z} fragment F on Query{c}")
    #expect(try document(isFull: false, kind: 2) == "query A{other ...{b} new z}")
  }

  @Test func `a JSON value is an argument`() throws {
    let value: GraphQLValue = ["b": [true, false, nil, 1.5, "x\"y"], "a": [:]]
    let text = try GraphQLText(.query, "A") { GraphQLField("f", arguments: ["v": GraphQLArgument(value)]) }
    #expect(text.document == #"query A{f(v:{a:{},b:[true,false,null,1.5,"x\"y"]})}"#)
  }

  @Test func `arguments are equal in their order`() {
    let arguments: GraphQLArguments = ["a": 1, "b": .variable("c")]
    let others: [GraphQLArguments] = [
      [:], ["a": 1], ["b": .variable("c"), "a": 1], ["a": 2, "b": .variable("c")],
    ]
    for other in others { #expect(other != arguments) }
    let same = GraphQLArguments([(name: "a", value: .number(1)), (name: "b", value: .variable("c"))])
    #expect(same == arguments && same.hashValue == arguments.hashValue)
    #expect(Set(others + [arguments, same]).count == 5)
    #expect(Set((others + [arguments]).map(\.hashValue)).count == 5)
  }
}
