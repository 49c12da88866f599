import Testing

@testable import ApusSwiftModel

/// The protocols that `@apus` adds to types.
@Suite(.timeLimit(.minutes(15))) struct ApusDirectivesTests {
  @Test func `selections that merge conform to all protocols of their directives`() throws {
    let lowered = Lowered(
      """
      query Q { album @apus(conformsTo: ["A"]) { a } album @apus(conformsTo: ["B", "A"]) { b } album { c } }
      """, schema: "type Query { album: Album } type Album { a: Int b: Int c: Int }")
    #expect(lowered.diagnostics.isEmpty)
    guard case .type(let data) = try #require(lowered.program.operations.first).data,
      case .type(let album) = try #require(data.members.first)
    else {
      Issue.record("there is no type of \"album\"")
      return
    }
    #expect(album.directiveConformances == ["A", "B"])
  }

  private func messages(_ document: String) -> [String] {
    Lowered(
      document,
      schema:
        "scalar Time type Query { album: Album } type Album { id: ID! title: String description: String! at: Time }"
    ).diagnostics.map { diagnostic in
      let place = diagnostic.ranges.first.map { $0.file.text($0.start, $0.end) } ?? "-"
      return "\(diagnostic.code.name) at \(place)"
    }
  }

  @Test func `a type has what a protocol of its directive requires`() {
    #expect(
      messages("query Q { album @apus(conformsTo: [\"Identifiable\"]) { title } }") == [
        "unmet-conformance at conformsTo: [\"Identifiable\"]"
      ])
    #expect(
      messages(
        "query Q { album @apus(conformsTo: [\"Mine\", \"Identifiable\", \"CustomStringConvertible\"]) { id description } }"
      )
      .isEmpty)
    #expect(
      messages(
        "query Q { album { ...F } } fragment F on Album @apus(conformsTo: [\"Swift.Comparable\"]) { id }")
        == [
          "unmet-conformance at conformsTo: [\"Swift.Comparable\"]"
        ])
    // Selections that merge give the type what either selects.
    #expect(
      messages("query Q { album @apus(conformsTo: [\"Identifiable\"]) { title } album { id } }").isEmpty)
  }

  @Test(arguments: [
    #"album @apus(type: "self") { id }"#, #"album @apus(type: "Type") { id }"#,
    #"album @apus(type: "_") { id }"#,
    #"album @apus(type: "StringLiteralType") { id }"#, #"album { id @apus(name: "_") }"#,
    #"album { id @apus(name: "Swift") }"#, #"album { ... @apus(name: "Apus") { id } }"#,
    #"album { at @apus(type: "let") }"#, #"album @apus(conformsTo: ["let"]) { id }"#,
    #"album @apus(conformsTo: ["A._"]) { id }"#,
  ])
  func `a name that Swift does not take is refused`(_ field: String) {
    #expect(messages("query Q { \(field) }").first?.hasPrefix("invalid-apus-directive") == true)
  }

  @Test func `a property may be named like a keyword`() {
    #expect(messages(#"query Q { album { id @apus(name: "class") } }"#).isEmpty)
  }

  @Test func `a field's Swift type can be read without a codec`() {
    #expect(
      messages("query Q { album { at @apus(type: \"Date\") } }").contains("unusual-form at \"Date\""))
    #expect(
      messages("query Q { album { at @apus(type: \"[NSDate]\") } }").contains("unusable-type at \"[NSDate]\"")
    )
  }
}
