import ApusSource
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(15))) struct FieldSelectionMergingTests {
  private func check(_ document: String) -> [String] {
    diagnostics(
      [.fieldsConflict], document,
      schema: """
        type Query { name: String text: String size(unit: Unit, of: [Box]): Int self: Query! pets: [Pet!]! pet: Pet }
        interface Pet { name: String size: Int home: Place }
        type Dog implements Pet { name: String size: Int home: House bark: String tail: Int! friends: [Pet] }
        type Cat implements Pet { name: String size: Int home: Place purr: String tail: Int friends: [Pet!] }
        interface Place { street: String }
        type House implements Place { street: String rooms: Int label: String }
        enum Unit { CM IN } input Box { a: Int b: Int }
        """)
  }

  /// Another rule reports the cycle.
  @Test func `fragments that form a cycle end`() {
    #expect(check("{ self { ...F } } fragment F on Query { name self { ...F } }") == [])
    #expect(
      check("{ ...F self { ...G } } fragment F on Query { self { ...G } } fragment G on Query { ...F }") == []
    )
  }

  /// Merged, these cycles begin again after 30,030 levels, which no stack holds.
  @Test func `cycles of different lengths end`() {
    var document = "{ self { ...A2_0 ...A3_0 ...A5_0 ...A7_0 ...A11_0 ...A13_0 } }"
    for length in [2, 3, 5, 7, 11, 13] {
      for number in 0..<length {
        document +=
          " fragment A\(length)_\(number) on Query { self { ...A\(length)_\((number + 1) % length) } }"
      }
    }
    #expect(check(document) == [])
  }

  private let advice = "Use different aliases on the fields to fetch both if this was intentional."

  @Test(arguments: [
    "{ name name other: text }",
    "{ size(unit: CM) size(unit: CM) s: size(unit: IN) }",
    "{ size(of: {a: 1, b: 2}, unit: CM) size(unit: CM, of: {b: 2, a: 1}) }",
    "{ self { name } self { text self { name } } ...F } fragment F on Query { self { name self { text } } }",
    // On different objects, other fields may have one key where their types are alike.
    "{ pet { ... on Dog { sound: bark } ... on Cat { sound: purr } } }",
    "{ pet { ... on Dog { home { a: street } } ... on Cat { home { a: street } } home { b: street } } }",
    "{ ...F ...F } fragment F on Query { name ...G } fragment G on Query { name }",
    "{ name @skip(if: true) name @include(if: true) unknown unknown }",
  ])
  func `equal fields are merged`(document: String) {
    #expect(check(document).isEmpty)
  }

  @Test func `different fields`() {
    #expect(
      check("{ name name: text }") == [
        "1:3 1:8 Fields \"name\" conflict because \"name\" and \"text\" are different fields. \(advice)"
      ])
  }

  @Test(arguments: [
    "{ size(unit: CM) size(unit: IN) }", "{ size(unit: CM) size }", "{ size(of: [{a: 1}]) size(of: {a: 1}) }",
    "{ size(unit: CM) size(unit: CM, of: []) }", "{ size(unit: $a) size(unit: $b) }",
    "{ size(of: {a: 1}) size(of: {a: 2}) }", "{ size(of: {a: 1}) size(of: {a: 1, b: 2}) }",
    "{ size(of: [{a: 1}]) size(of: [{a: 1}, {a: 2}]) }",
  ])
  func `different arguments`(document: String) {
    let found = check(document)
    #expect(
      found.count == 1
        && found[0].hasSuffix("Fields \"size\" conflict because they have differing arguments. \(advice)"))
  }

  /// What is selected on an interface is there for each object, also beside fields of other object types.
  @Test func `what an interface selects meets each object`() {
    #expect(
      check(
        "{ pet { home { a: street } ... on Dog { home { a: label } } ... on Cat { home { b: street } } } }"
      ).count == 1)
  }

  @Test func `different types on different objects`() {
    #expect(
      check("{ pet { ... on Dog { x: bark y: tail } ... on Cat { x: size y: tail } } }") == [
        "1:22 1:53 Fields \"x\" conflict because they return conflicting types \"String\" and \"Int\". \(advice)",
        "1:30 1:61 Fields \"y\" conflict because they return conflicting types \"Int!\" and \"Int\". \(advice)",
      ])
    #expect(check("{ pet { ... on Dog { friends { name } } ... on Cat { friends { name } } } }").count == 1)
  }

  @Test func `conflicts of nested fields have their path`() {
    #expect(
      check("{ self { a: name b: name } self { a: text b: text } }") == [
        "1:3 1:10 1:18 1:28 1:35 1:43 Fields \"self\" conflict because subfields \"a\" conflict because \"name\" and"
          + " \"text\" are different fields and subfields \"b\" conflict because \"name\" and \"text\" are different"
          + " fields. \(advice)"
      ])
  }

  @Test func `through fragments`() {
    #expect(
      check("{ ...F ...G } fragment F on Query { x: name ...G } fragment G on Query { x: text }") == [
        "1:37 1:74 Fields \"x\" conflict because \"name\" and \"text\" are different fields. \(advice)"
      ])
  }

  @Test func `shapes only matter below different objects`() {
    let document = { (field: String) in
      """
      { pets { ... on Dog { home { x: street } } ... on Cat { place: home { street } }
        ... on Cat { home { ... on House { x: \(field) } } } } }
      """
    }
    #expect(check(document("label")).isEmpty)
    #expect(check(document("rooms")).count == 1)
  }

  @Test func `meta-fields have types`() {
    #expect(check("{ pet { ... on Dog { x: __typename } ... on Cat { x: tail } } }").count == 1)
  }

  @Test func `a fragment that nothing uses`() {
    #expect(check("{ name } fragment F on Query { x: name x: text }").count == 1)
  }
}
