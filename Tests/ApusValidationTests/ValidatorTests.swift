import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusValidation

@Suite(.timeLimit(.minutes(5))) struct ValidatorTests {
  private let schema = "type Query { a: Query b(x: Int!): Int old: Int @deprecated }"

  @Test func everyRuleOnEveryFile() {
    #expect(
      diagnostics(nil, "query A { c b }", "query B { ...F }", "fragment G on Query { old }", schema: schema)
        == [
          "1:11 Cannot query field \"c\" on type \"Query\". Did you mean \"a\" or \"b\"?",
          "1:13 Argument \"Query.b(x:)\" of type \"Int!\" is required, but it was not provided.",
          "2/1:14 Unknown fragment \"F\".",
          "3/1:23 The field Query.old is deprecated. No longer supported",
          "3/1:1 Fragment \"G\" is never used.",
        ])
  }

  @Test func notesNameTheDefinition() {
    let found = Validated(["{ c }"], schema: schema).diagnostics
    #expect(found.count == 1)
    #expect(found[0].notes.map(\.message) == ["\"Query\" is defined here."])
    #expect(found[0].notes[0].range?.position.column == 6)
  }

  @Test func notesNameWhatMayBeMeant() {
    var options = ValidationOptions()
    let documents = [
      "query A($first: Int!) { b(x: $frist) ...Patrs }", "fragment Parts on Query { __typename }",
    ]
    let codes: [DiagnosticCode] = [.undefinedVariable, .unknownFragment]
    let found = Validated(documents, schema: schema, codes: codes).diagnostics
    #expect(
      found.flatMap(\.notes).map(\.message) == [
        "Did you mean \"Parts\"?", "The operation is here.", "Did you mean \"$first\"?",
      ])
    options.hidesSuggestions = true
    let hidden = Validated(documents, schema: schema, codes: codes, options: options).diagnostics
    #expect(hidden.flatMap(\.notes).count == 1)
  }

  @Test func valuesOfEnumsAreHiddenWhereSuggestionsAre() {
    var options = ValidationOptions()
    options.hidesSuggestions = true
    let schema = "type Query { e(x: Size): Int } enum Size { SMALL LARGE }"
    let found = Validated(["{ e(x: LARG) }"], schema: schema, options: options).diagnostics
    #expect(found.map(\.message) == [#"Value "LARG" does not exist in "Size" enum."#])
  }

  @Test func fragmentsThatNestTooDeeplyEndTheRun() {
    func chain(_ count: Int) -> String {
      "{ ...F1 } " + (1..<count).map { "fragment F\($0) on Query { ...F\($0 + 1) }" }.joined(separator: " ")
        + " fragment F\(count) on Query { a { ...U } }"
    }
    #expect(diagnostics([.unknownFragment], chain(198), schema: schema).count == 1)
    let found = diagnostics([.unknownFragment], chain(199), schema: schema)
    #expect(
      found == ["1:1 Selections nest more than 200 deep through fragments. Validation aborted."])
  }

  @Test func `the deepest of several spreads counts, from the level where it is`() {
    func chain(_ count: Int, _ document: String) -> [String] {
      diagnostics(
        [.unknownFragment],
        document + " fragment S on Query { __typename } "
          + (1..<count).map { "fragment F\($0) on Query { ...F\($0 + 1) }" }.joined(separator: " ")
          + " fragment F\(count) on Query { a { ...U } }", schema: schema)
    }
    let tooDeep = "Selections nest more than 200 deep through fragments. Validation aborted."
    for document in ["{ ...F1 ...S }", "{ ...S ...F1 }", "{ ...S ...F1 ...S }", "{ a { ...S } ...F1 }"] {
      #expect(chain(198, document).count == 1, "\(document)")
      #expect(chain(199, document) == ["1:1 " + tooDeep], "\(document)")
    }
    for document in ["{ ...S a { ...F1 } }", "{ a { ...F1 } ...F1 }", "{ ... { ...S ...F1 } }"] {
      #expect(chain(197, document).count == 1, "\(document)")
      #expect(chain(198, document) == ["1:1 " + tooDeep], "\(document)")
    }
    #expect(chain(199, "{ ...S } query B { ...F1 }") == ["1:10 " + tooDeep])
  }

  @Test func codesAreUniqueAndHavePages() {
    let codes = DiagnosticCode.validationCodes
    #expect(Set(codes.map(\.name)).count == codes.count)
    for code in codes {
      #expect(!code.explanation.isEmpty && !code.fix.isEmpty && !code.example.isEmpty, "\(code.name)")
    }
  }

  /// Servers may hide what their schema has from error messages, and so do those that repeat them.
  @Test func `suggestions can be hidden`() {
    func lines(_ hides: Bool) -> [String] {
      var options = ValidationOptions()
      options.hidesSuggestions = hides
      return Validated(
        ["{ titel find(by: { nam: 1 }) }"],
        schema: "type Query { title: Int find(by: By): Int } input By { name: Int }",
        options: options
      ).lines
    }
    #expect(
      lines(false) == [
        "1:3 Cannot query field \"titel\" on type \"Query\". Did you mean \"title\"?",
        "1:20 Expected value of type \"By\" not to include unknown field \"nam\". Did you mean \"name\"? Found: { nam: 1 }.",
      ], "\(lines(false))")
    #expect(
      lines(true) == [
        "1:3 Cannot query field \"titel\" on type \"Query\".",
        "1:20 Expected value of type \"By\" not to include unknown field \"nam\", found: { nam: 1 }.",
      ], "\(lines(true))")
  }
}
