import ApusDocuments
import ApusSchema
import ApusSource
import ApusSyntax
import Testing

@testable import ApusTool

/// What code reads as unknown after a schema change, and where.
@Suite(.timeLimit(.minutes(15))) struct UnknownValuesTests {
  private static let schema = """
    type Query { size: Size sizes: [[Size!]]! text: String any: Found pet: Pet pets: [Pet!] named: Named dog: Dog }
    enum Size { SMALL LARGE }
    union Found = Dog | Cat
    interface Named { name: String }
    interface Pet implements Named { name: String size: Size }
    type Dog implements Pet & Named { name: String size: Size }
    type Cat implements Pet & Named { name: String size: Size }
    type Owner implements Named { name: String }
    """

  private func find(_ document: String, _ changes: [(String, String)]) -> [String] {
    var text = Self.schema
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    let indices = [Self.schema, text].map { schema in
      let names = NameTable()
      let loaded = SchemaLoader.load([SourceFile(path: "s.graphqls", text: schema)], names: names).schema
      let tree = SyntaxTree(names: names)
      let errors = Parser.parse(SourceFile(path: "a.graphql", text: document), into: tree)
      #expect(errors.isEmpty)
      return DocumentIndex(tree, loaded)
    }
    return UnknownValues.find(indices[0], indices[1]).map { diagnostic in
      #expect(diagnostic.severity == .warning && diagnostic.code == .unknownValue)
      let range = diagnostic.ranges[0]
      let place = range.file.text(range.start, range.end).prefix { $0 != " " }
      return "\(place): \(diagnostic.message)"
    }
  }

  /// Each row: a document, a change, and the places with what becomes unknown there.
  @Test(
    arguments: [
      ("{ size sizes }", "SMALL LARGE", "SMALL LARGE", []), ("{ size }", "SMALL LARGE", "LARGE", []),
      ("{ text }", "SMALL LARGE", "SMALL LARGE HUGE", []),
      (
        "{ size s: sizes }", "SMALL LARGE", "HUGE SMALL LARGE",
        [
          "size: \"Size\" gains \"HUGE\", which existing clients read as unknown.",
          "s: \"Size\" gains \"HUGE\", which existing clients read as unknown.",
        ]
      ),
      (
        "{ ...F } fragment F on Query { pet { size } }", "SMALL LARGE", "TINY SMALL BIG LARGE HUGE",
        ["size: \"Size\" gains \"BIG\" and 2 more, which existing clients read as unknown."]
      ),
      (
        "{ size }", "size: Size sizes", "size: String sizes",
        ["size: It may have values that \"Size\" did not have."]
      ),
      (
        "{ size }", "size: Size sizes", "size: ID sizes",
        ["size: It may have values that \"Size\" did not have."]
      ),
      // ResponseChanges reports these.
      ("{ size }", "size: Size sizes", "size: Int sizes", []),
      ("{ size }", "size: Size sizes", "sise: Size sizes", []),
      // An enum of another name, with the same and with other values.
      ("{ size }", "enum Size { SMALL LARGE }", "enum Size { SMALL LARGE } enum Other { SMALL }", []),
      (
        "{ any { ... on Dog { name } } }", "= Dog | Cat", "= Dog | Cat | Owner",
        ["any: \"Found\" can be a \"Owner\", for which existing clients have no case."]
      ),
      // Without a type condition, or with one that the new type meets, code needs no case for it.
      ("{ any { __typename } }", "= Dog | Cat", "= Dog | Cat | Owner", []),
      ("{ any { ... on Named { name } ... { __typename } } }", "= Dog | Cat", "= Dog | Cat | Owner", []),
      (
        "{ any { ... on Named { name } ... on Dog { size } } }", "= Dog | Cat", "= Dog | Cat | Owner",
        ["any: \"Found\" can be a \"Owner\", for which existing clients have no case."]
      ),
      (
        "{ a: pet { ...P } pets { ... { ... on Cat { name } } } } fragment P on Dog { name }", "type Owner",
        "type Bird implements Pet & Named { name: String size: Size } type Owner",
        [
          "a: \"Pet\" can be a \"Bird\", for which existing clients have no case.",
          "...: \"Pet\" can be a \"Bird\", for which existing clients have no case.",
        ]
      ),
      (
        "{ ...P } fragment P on Query { pet { ...N } } fragment N on Named { ... on Owner { name } }",
        "type Owner",
        "type Bird implements Named { name: String } type Owner",
        ["fragment: \"Named\" can be a \"Bird\", for which existing clients have no case."]
      ),
      (
        "{ pet { ... on Pet { name } } }", "type Owner",
        "type Bird implements Pet & Named { name: String size: Size } type Owner", []
      ),
      // Fewer types are none that are unknown, and the type of an object is known.
      ("{ any { ... on Dog { name } } }", "= Dog | Cat", "= Dog", []),
      (
        "{ dog { ... on Named { name } } }", "type Owner",
        "type Bird implements Pet & Named { name: String size: Size } type Owner", []
      ),
    ] as [(String, String, String, [String])])
  func `values and types that are new are found where they are read`(
    _ document: String, _ old: String, _ new: String, _ expected: [String]
  ) {
    #expect(find(document, [(old, new)]) == expected)
  }

  @Test func `an enum of another name is compared by its values`() {
    let other = ("size: Size sizes", "size: Other sizes")
    #expect(find("{ size }", [other, ("enum Size", "enum Other { SMALL } enum Size")]) == [])
    #expect(
      find("{ size }", [other, ("enum Size", "enum Other { SMALL BIG } enum Size")]) == [
        "size: \"Other\" gains \"BIG\", which existing clients read as unknown."
      ])
  }
}
