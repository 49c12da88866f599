import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// What Apus no longer has is an error that names what replaces it.
@Suite(.timeLimit(.minutes(15))) struct ReplacementTests {
  @Test(arguments: Replacement.all.filter { $0.kind == .key }.map(\.old))
  func `a key that is gone`(_ key: String) throws {
    let advice = try #require(Replacement.advice(for: key, .key))
    let found = ConfigurationFile.read(SourceFile(path: "apus.json", text: "{ \"\(key)\": true }"))
      .diagnostics
    #expect(found.map(\.message) == ["There is no key \"\(key)\".\(advice)"])
    #expect(found.map(\.severity) == [.error])
  }

  @Test(arguments: Replacement.all.filter { $0.kind == .argument }.map(\.old))
  func `an argument of the directive that is gone`(_ argument: String) throws {
    let advice = try #require(Replacement.advice(for: argument, .argument))
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a(\(argument): Int): Int }",
      "A.graphql": "query A { a @apus(\(argument): true) }",
      "B.graphql": "query B { a @skip(if: true, \(argument): true) }",
    ])
    func messages(_ name: String) -> [String] {
      Pipeline.check(Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder[name])]))
        .diagnostics
        .map(\.message)
    }
    #expect(messages("A.graphql") == ["Unknown argument \"\(argument)\" on directive \"@apus\".\(advice)"])
    #expect(messages("B.graphql") == ["Unknown argument \"\(argument)\" on directive \"@skip\"."])
  }

  @Test func `an error in the schema that concerns no document is a warning, unless a rule says otherwise`()
    throws
  {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { a: Int } type Other { b(c: Int = \"x\"): Nothing }",
      "A.graphql": "query A { a }",
    ])
    func found(_ rules: String) -> [String] {
      var inputs = Inputs(schemas: [folder["s.graphqls"]], documents: [Document(path: folder["A.graphql"])])
      let text = "{ \"warnings\": { \(rules) } }"
      inputs.configuration = ConfigurationFile.read(SourceFile(path: "apus.json", text: text)).configuration
      return Pipeline.check(inputs).diagnostics.map { "\($0.severity) \($0.code.name)" }.sorted()
    }
    #expect(found("") == ["warning unknown-type"])
    #expect(found(#""schema": "error""#) == ["error invalid-default", "error unknown-type"])
    #expect(found(#""schema": "ignore""#) == [])
    #expect(
      found(#""schema": "error", "unknown-type": "warning""#) == [
        "error invalid-default", "warning unknown-type",
      ])
    #expect(found(#""unknown-type": "error""#) == ["error unknown-type"])
  }
}
