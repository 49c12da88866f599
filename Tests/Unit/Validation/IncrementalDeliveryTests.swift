import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct IncrementalDeliveryTests {
  private func check(_ codes: [DiagnosticCode], _ document: String) -> [String] {
    diagnostics(
      codes, document,
      schema: """
        directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
        directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
        type Query { a: Query list: [Query!] name: String }
        type Mutation { a: Query list: [Query] }
        type Subscription { a: Query list: [Query] }
        """)
  }

  @Test func `at the root`() {
    #expect(
      check([.deferAtRoot], "{ ... @defer { a } list @stream } mutation { a { ... @defer { name } } }")
        .isEmpty)
    #expect(
      check(
        [.deferAtRoot], "mutation { ... @defer { list @stream } ...F @defer } fragment F on Mutation { a }")
        == [
          "1:16 Defer directive cannot be used on root mutation type \"Mutation\".",
          "1:30 Stream directive cannot be used on root mutation type \"Mutation\".",
          "1:45 Defer directive cannot be used on root mutation type \"Mutation\".",
        ])
  }

  @Test func `in subscriptions`() {
    #expect(
      check(
        [.deferInSubscription],
        "subscription ($if: Boolean!) { a { ... @defer(if: $if) { name } list @stream(if: false) ... @skip(if: $if) { ... @defer { a } } } }"
      ).isEmpty)
    #expect(
      check([.deferInSubscription], "subscription { a { ...F } } fragment F on Query { list @stream }") == [
        "1:56 1:20 Stream directive not supported on subscription operations. Disable `@stream` by setting the `if`"
          + " argument to `false`."
      ])
  }

  @Test func `labels are unique and no variables`() {
    #expect(
      check(
        [.deferLabel], "query A { ... @defer(label: \"x\") { a } } query B { ... @defer(label: \"x\") { a } }"
      ).isEmpty)
    #expect(
      check(
        [.deferLabel],
        "query ($l: String) { ... @defer(label: \"x\") { a } ...F list @stream(label: $l) } fragment F on Query { list @stream(label: \"x\") }"
      ) == [
        "1:61 Stream directive label argument must be a static string.",
        "1:109 1:26 Defer/Stream directive label argument must be unique.",
      ])
  }

  @Test func `streamed fields`() {
    #expect(check([.streamOnNonList], "{ list @stream unknown @stream }").isEmpty)
    #expect(
      check([.streamOnNonList], "{ a @stream { a } }") == [
        "1:5 Stream directive cannot be used on non-list field \"a\" on type \"Query\"."
      ])
  }

  @Test func `streams do not merge`() {
    #expect(
      check([.fieldsConflict], "{ list @stream { a } list { a } }") == [
        "1:3 1:22 Fields \"list\" conflict because they have overlapping stream directives. Use different aliases on the"
          + " fields to fetch both if this was intentional."
      ])
  }

  @Test func `in a subscription, within what can be left out`() {
    func count(_ directive: String) -> Int {
      check(
        [.deferInSubscription], "subscription ($if: Boolean!) { a { ... \(directive) { ... @defer { a } } } }"
      ).count
    }
    #expect(
      count("@include(if: true)") == 1 && count("@include(if: false)") == 0 && count("@include(if: $if)") == 0
    )
    #expect(count("@skip(if: true)") == 0 && count("@skip(if: false)") == 1 && count("@skip(if: $if)") == 0)
    // A fragment that is reached twice is told of once.
    #expect(
      check(
        [.deferInSubscription],
        "subscription { a { ...F } b: a { ...F } } fragment F on Query { list @stream }"
      ).count == 1)
  }

  @Test func `a label that is null is none`() {
    let labels = "{ ... @defer(label: null) { a { name } } list @stream(label: null) { name } }"
    #expect(
      Validated(
        [labels],
        schema: """
          directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
          directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD
          type Query { a: Query list: [Query!] name: String }
          """
      ).lines.isEmpty)
  }

  /// The first use of each.
  @Test func `a directive that the schema does not define`() {
    func lines(_ definitions: String) -> [String] {
      let text = "type Query { a: Int list: [Query!] } \(definitions)"
      let names = NameTable()
      let schema = SchemaLoader.load(
        [SourceFile(path: "s.graphqls", text: text)], names: names, addsIncrementalDirectives: true
      ).schema
      let tree = SyntaxTree(names: names)
      for text in [
        "{ list @stream { a } b: list @stream { a } ... @defer { a } ...F @defer }",
        "fragment F on Query { ... @defer { a } }",
      ] {
        _ = Parser.parse(SourceFile(path: "a.graphql", text: text), into: tree)
      }
      return Validator.validate(DocumentIndex(tree, schema)).filter {
        $0.code == .undefinedIncrementalDirective
      }
      .map { "\($0.ranges.map { "\($0.position.line):\($0.position.column)" }.joined()) \($0.message)" }
    }
    func warning(_ place: String, _ name: String, _ definition: String) -> String {
      "\(place) The schema does not define \"@\(name)\". A server that does not support it rejects the operation. If"
        + " yours does, add the definition to the schema: \(definition)"
    }
    let deferred = "directive @defer(if: Boolean! = true, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT"
    let stream = "directive @stream(if: Boolean! = true, label: String, initialCount: Int = 0) on FIELD"
    #expect(lines("") == [warning("1:48", "defer", deferred), warning("1:8", "stream", stream)])
    #expect(lines(deferred) == [warning("1:8", "stream", stream)])
    #expect(lines("\(deferred) \(stream)") == [])
  }

  @Test func `at the root, a fragment that is reached twice`() {
    #expect(
      check([.deferAtRoot], "mutation { ...F ...F } fragment F on Mutation { ... @defer { a { name } } }")
        .count == 1)
  }
}
