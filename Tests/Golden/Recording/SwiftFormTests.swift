import Foundation
import TestSupport
import Testing

/// Each case, with its documents as literals in Swift files.
@Suite(.timeLimit(.minutes(15))) struct SwiftFormTests {
  /// A document as a literal: the name of a form, how many lines and columns it shifts places, and the Swift.
  private struct Form {
    var lines: Int
    var indentation: Int
    var isRaw: Bool

    func file(_ document: String) -> String {
      let pounds = isRaw ? "####" : ""
      let indentation = String(repeating: " ", count: indentation)
      let text =
        isRaw
        ? document : document.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
      let body = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
      let head = String(repeating: "//\n", count: lines - 1)
      return head + "let document: GraphQLSource = \(pounds)\"\"\"\n\(body)\n\(indentation)\"\"\"\(pounds)\n"
    }
  }

  @Test(arguments: GoldenCase.all)
  func `a case generates the same from Swift files`(_ golden: GoldenCase) throws {
    let expected = golden.run()
    for form in [
      Form(lines: 1, indentation: 0, isRaw: true), Form(lines: 5, indentation: 6, isRaw: false),
    ] {
      try compare(golden, expected, form)
    }
  }

  @Test func `nearly all cases can be written in Swift`() {
    let anonymous = GoldenCase.all.filter { golden in
      golden.documentNames.contains { isAnonymous($0, golden) }
    }
    #expect(GoldenCase.all.count - anonymous.count >= 200)
  }

  private func compare(_ golden: GoldenCase, _ expected: GoldenCase.Outcome, _ form: Form) throws {
    var files: [String: String] = [:]
    for name in golden.documentNames {
      let document = try String(contentsOf: golden.folder.appendingPathComponent(name), encoding: .utf8)
      // In Swift, an operation is not named after its file; and a string has no line end but LF.
      if expected.files.isEmpty && document.contains("\r") || isAnonymous(name, golden) { return }
      files[name + ".swift"] = form.file(document)
    }
    let folder = try TemporaryFolder(files)
    let outcome = golden.run(
      documents: golden.documentNames.map { (name: $0, path: folder[$0 + ".swift"]) })
    #expect(outcome.shapes == expected.shapes)
    #expect(Set(outcome.files.keys) == Set(expected.files.keys))
    for (name, text) in expected.files {
      #expect(body(outcome.files[name] ?? "") == body(text), "\(name)")
    }
    // Columns shift where no escape is before them.
    let inSchema = Set(expected.places.filter { $0.line == 0 }.map(\.code))
    let wanted = expected.places.filter { !inSchema.contains($0.code) }.map(\.code)
    #expect(outcome.places.map(\.code).filter { !inSchema.contains($0) }.sorted() == wanted.sorted())
    if form.isRaw, golden.documentNames.count == 1, !expected.diagnostics.contains("schema.graphqls:") {
      #expect(
        outcome.places
          == expected.places.map { place in
            place.line == 0
              ? place
              : .init(
                code: place.code, line: place.line + form.lines, column: place.column + form.indentation)
          })
    }
  }

  private func isAnonymous(_ name: String, _ golden: GoldenCase) -> Bool {
    let document =
      (try? String(contentsOf: golden.folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    return document.split(separator: "\n").contains { line in
      line.hasPrefix("{") || line.wholeMatch(of: #/(query|mutation|subscription)\s*[({@].*/#) != nil
    }
  }

  /// The text without the line that says what it is from.
  private func body(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("// From ") }
      .joined(separator: "\n")
  }
}
