import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver
@testable import ApusTool

/// `apus-tool explain` knows every code that any stage declares.
@Suite(.timeLimit(.minutes(15))) struct CatalogTests {
  private let codes = ExplainCommand.catalog.codes

  /// The names in all declarations of codes, read from the sources: a code that no stage lists has no page.
  @Test func `every declared code is listed`() throws {
    let sources = Repository.folder.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.allObjects ?? []
    var declared: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      for rest in text.components(separatedBy: "DiagnosticCode(").dropFirst() {
        let start = rest.drop { $0.isWhitespace }
        guard start.first == "\"" else { continue }
        declared.append(String(start.dropFirst().prefix { $0 != "\"" }))
      }
    }
    #expect(declared.count > 40)
    #expect(declared.sorted() == codes.map(\.name))
  }

  @Test func `names are unique`() {
    #expect(Set(codes.map(\.name)).count == codes.count)
  }

  @Test func `warnings of these codes have one cause`() {
    #expect(
      codes.filter(\.isOneCause).map(\.name) == [
        "deprecated-required", "identical-operations", "interface-field-deprecation", "invalid-default",
        "unused-fragment",
      ])
  }

  @Test func `a configuration may ignore these warnings or turn them into errors`() {
    #expect(
      codes.filter(\.isWarning).map(\.name) == [
        "deep-selection", "deprecated-argument", "deprecated-directive", "deprecated-enum-value",
        "deprecated-field", "deprecated-input-field", "empty-selection", "expired-deprecation", "given-twice",
        "identical-operations", "kind-in-name", "literal-argument",
        "local-field", "mistaken-name", "mixed-field-types", "mutation-without-key", "name-collision",
        "needless-required",
        "no-cache-key", "repeated-field", "type-left-out", "undefined-incremental-directive",
        "unheeded-directive",
        "unknown-name", "unlimited-connection",
        "unmapped-scalar", "unnamed-operation", "unread-yaml", "unregistered-operation", "unsearched-folder",
        "unsupported-error-behavior",
        "untracked-manifest", "untracked-schema", "unused-fragment", "unusual-form", "unwritable-file",
      ])
  }

  @Test func `pages are complete`() {
    for code in codes {
      #expect(code.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(code.name)")
      #expect(!code.title.isEmpty && !code.title.hasSuffix("."), "\(code.name)")
      for sentence in [code.explanation, code.fix] {
        #expect(sentence.last.map { ".`)".contains($0) } ?? false, "\(code.name): \(sentence)")
      }
      #expect(!code.example.isEmpty, "\(code.name)")
    }
  }
}
