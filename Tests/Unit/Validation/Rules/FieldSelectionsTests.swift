import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FieldSelectionsTests {
  private func check(_ document: String) -> [String] {
    Validated(
      [document],
      schema: """
        type Query { pet: Pet animal: Animal search: Result colour: String }
        interface Animal { name: String }
        interface Pet implements Animal { name: String owner: String }
        type Dog implements Pet & Animal { name: String owner: String barks: Boolean }
        type Cat implements Pet & Animal { name: String owner: String purrs: Boolean }
        type Wolf implements Animal { name: String barks: Boolean }
        union Result = Dog | Wolf
        """, codes: [.unknownField]
    ).lines
  }

  @Test func `fields of the type`() {
    #expect(check("{ colour pet { name owner } search { __typename } __schema { types { name } } }").isEmpty)
  }

  @Test func `unknown field with a near name`() {
    #expect(
      check("{ color }") == [
        "1:3 Cannot query field \"color\" on type \"Query\". Did you mean \"colour\"?"
      ])
  }

  @Test func `fields of narrower types`() {
    #expect(
      check("{ animal { owner } }") == [
        "1:12 Cannot query field \"owner\" on type \"Animal\". Did you mean to use an inline fragment on \"Pet\","
          + " \"Cat\", or \"Dog\"?"
      ])
    #expect(
      check("{ search { barks } }") == [
        "1:12 Cannot query field \"barks\" on type \"Result\". Did you mean to use an inline fragment on \"Dog\" or"
          + " \"Wolf\"?"
      ])
  }

  @Test func `nothing is said below what is unknown`() {
    #expect(check("{ nothing { at { all } } }").count == 1)
    #expect(check("{ ... on Nothing { at { all } } }").isEmpty)
  }

  @Test func `introspection is at the query root only`() {
    #expect(check("{ pet { __schema { types { name } } } }").count == 1)
  }

  @Test func `an alias is not the field`() {
    #expect(check("{ color: colour }").isEmpty)
    #expect(check("{ colour: hue }") == ["1:3 Cannot query field \"hue\" on type \"Query\"."])
  }

  /// Of types that apply as often, an interface comes before those that implement it, whatever their names.
  @Test func `interfaces are offered before their types`() {
    let schema = """
      type Query { u: U } union U = A | B type B { b: Int }
      interface Z { t: Int } interface Y implements Z { t: Int } type A implements Z & Y { t: Int }
      """
    #expect(
      diagnostics([.unknownField], "{ u { t } }", schema: schema) == [
        "1:7 Cannot query field \"t\" on type \"U\". Did you mean to use an inline fragment on \"Z\", \"Y\", or \"A\"?"
      ])
  }
}
