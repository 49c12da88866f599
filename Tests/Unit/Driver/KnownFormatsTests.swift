import Foundation
import TestSupport
import Testing

@testable import ApusDriver

/// The formats of `@specifiedBy` that the page about scalars lists.
@Suite(.timeLimit(.minutes(15))) struct KnownFormatsTests {
  /// The rows of the page's table: what the URL has in it, the Swift type, the codec.
  private func rows() throws -> [(texts: [String], type: String, codec: String)] {
    let page = Repository.folder.appendingPathComponent("Sources/Runtime/Apus/Documentation.docc/Scalars.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = text.components(separatedBy: "### Known formats").last ?? ""
    return table.components(separatedBy: "\n## ")[0].split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, cells[3].hasPrefix("``") else { return nil }
      let texts = cells[0].split(separator: ",").map { $0.filter { $0 != "`" && $0 != " " } }
      return (texts, cells[2].filter { $0 != "`" }, cells[3].filter { $0 != "`" })
    }
  }

  @Test func `every format of the page is its type`() throws {
    let rows = try rows()
    #expect(rows.count >= 5)
    for row in rows {
      for text in row.texts {
        let generated = try field("@specifiedBy(url: \"https://EXAMPLE.org/\(text).html\")")
        #expect(generated.contains("let value: \(row.type)?"), "\(text)")
        #expect(generated.contains("as: \(row.codec).self"), "\(text)")
        #expect(generated.contains("import Foundation\n"), "\(text)")
      }
    }
  }

  @Test func `an extension can name the format`() throws {
    let generated = try field("extend scalar S @specifiedBy(url: \"https://example.org/rfc3339\")")
    #expect(generated.contains("let value: Date?"))
  }

  @Test func `another format is any JSON`() throws {
    #expect(
      try field("@specifiedBy(url: \"https://example.org/rfc9999\")").contains("let value: GraphQLValue?"))
  }

  private func field(_ directive: String) throws -> String {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { value: S } scalar S \(directive)", "a.graphql": "query A { value }",
    ])
    let inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["a.graphql"], output: "a.swift")])
    let result = Pipeline.generate(inputs, into: OutputFolder(folder["out"]))
    #expect(!result.hasErrors)
    return try folder.text(of: "out/a.swift")
  }
}
