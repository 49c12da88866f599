import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct SingleRootFieldTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.subscriptionRootField], document,
      schema: """
        type Query { a: Int }
        interface Feed { news: Int }
        type Subscription implements Feed { news: Int sport: Int }
        type Other { news: Int }
        """)
  }

  @Test func `one field`() {
    #expect(check("subscription { news }").isEmpty)
    #expect(check("subscription { news news }").isEmpty)
    #expect(check("subscription { ...F } fragment F on Feed { news ... on Subscription { news } }").isEmpty)
    #expect(check("query { a b: a }").isEmpty)
  }

  @Test func `a subscription with several root fields is reported`() {
    #expect(
      check("subscription { news sport }") == [
        "1:21 Anonymous Subscription must select only one top level field."
      ])
    #expect(
      check("subscription S { news ...F } fragment F on Subscription { sport again: news }") == [
        "1:59 1:65 Subscription \"S\" must select only one top level field."
      ])
  }

  @Test func `a subscription without a root field is reported`() {
    #expect(
      check("subscription { ... on Other { news } }") == [
        "1:14 Anonymous Subscription must select one top level field."
      ])
  }

  @Test func `introspection at the root is reported`() {
    #expect(
      check("subscription S { __typename }") == [
        "1:18 Subscription \"S\" must not select an introspection top level field."
      ])
  }

  @Test func `conditions at the root are reported`() {
    #expect(
      check("subscription S($if: Boolean!) { news @include(if: $if) sport @skip(if: $if) }") == [
        "1:38 1:62 Subscription \"S\" must not use `@skip` or `@include` directives in the top level selection."
      ])
  }

  @Test func `cycles end`() {
    #expect(check("subscription { ...F } fragment F on Subscription { news ...F }").isEmpty)
  }
}
