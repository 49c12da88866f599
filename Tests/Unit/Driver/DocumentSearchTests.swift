import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusDriver

@Suite(.timeLimit(.minutes(15))) struct DocumentSearchTests {
  @Test func `finds documents at every depth in one order`() throws {
    let folder = try TemporaryFolder([
      "b.graphql": "", "a/z.graphql": "", "a/deep/er/y.graphql": "", "a/notes.txt": "",
      ".hidden/x.graphql": "",
      "schema.graphql": "", "more.graphqls": "",
    ])
    let search = DocumentSearch.run([folder.path], schemas: [])
    #expect(
      search.documents.map(\.path) == ["a/deep/er/y.graphql", "a/z.graphql", "b.graphql"].map { folder[$0] })
    #expect(
      search.documents.map(\.output) == [
        "a_deep_er_y.graphql.swift", "a_z.graphql.swift", "b.graphql.swift",
      ])
    #expect(search.diagnostics.isEmpty)
  }

  @Test func `leaves the schema out`() throws {
    let folder = try TemporaryFolder(["api.graphql": "", "b.graphql": ""])
    let search = DocumentSearch.run([folder.path], schemas: [folder["./api.graphql"]])
    #expect(search.documents.map(\.output) == ["b.graphql.swift"])
  }

  /// The plugin names documents one by one, since a manifest may exclude others of the same folder.
  @Test func `files of a target are named by their paths below its folder`() throws {
    let folder = try TemporaryFolder(["a/x.graphql": "", "b/x.graphql": "", "api.graphql": ""])
    let search = DocumentSearch.run(
      ["a/x.graphql", "b/x.graphql", "api.graphql"].map { folder[$0] }, schemas: [folder["api.graphql"]],
      target: folder.path)
    #expect(search.documents.map(\.output) == ["a_x.graphql.swift", "b_x.graphql.swift"])
    #expect(search.diagnostics.isEmpty)
  }

  @Test func `does not follow a link to a folder around`() throws {
    let folder = try TemporaryFolder(["a/b.graphql": ""])
    try FileManager.default.createSymbolicLink(atPath: folder["a/loop"], withDestinationPath: folder.path)
    #expect(DocumentSearch.run([folder.path], schemas: []).documents.count == 1)
  }

  @Test func `a link that leads nowhere is an error at its path`() throws {
    let folder = try TemporaryFolder(["a.graphql": ""])
    try FileManager.default.createSymbolicLink(atPath: folder["b.graphql"], withDestinationPath: "nowhere")
    let search = DocumentSearch.run([folder.path], schemas: [])
    #expect(search.documents.count == 1)
    #expect(search.diagnostics.map(\.path) == [folder["b.graphql"]])
  }

  @Test func `refuses two files of one name`() throws {
    let folder = try TemporaryFolder(["a/x.graphql": "", "b/x.graphql": ""])
    let search = DocumentSearch.run([folder["a/x.graphql"], folder["b/x.graphql"]], schemas: [])
    #expect(
      search.diagnostics.map(\.message) == [
        "'\(folder["a/x.graphql"])' and '\(folder["b/x.graphql"])' would both become 'x.graphql.swift'. "
          + "Pass the folder that contains both instead."
      ])
  }

  @Test func `takes a file once that is given twice`() throws {
    let folder = try TemporaryFolder(["x.graphql": ""])
    let search = DocumentSearch.run([folder.path, folder["x.graphql"]], schemas: [])
    #expect(search.documents.count == 1)
    #expect(search.diagnostics.map(\.code) == [.givenTwice])
    #expect(search.diagnostics.map(\.severity) == [.warning])
  }

  @Test func `says that nothing is there`() throws {
    let folder = try TemporaryFolder()
    #expect(DocumentSearch.run([folder["no"]], schemas: []).diagnostics.map(\.code) == [.unreadableFile])
    #expect(DocumentSearch.run([folder.path], schemas: []).diagnostics.map(\.code) == [.noDocuments])
  }

  @Test func `schemas alone are enough unless the caller needs documents`() throws {
    let folder = try TemporaryFolder(["schema.graphqls": ""])
    func codes(_ needsDocuments: Bool) -> [DiagnosticCode] {
      DocumentSearch.run([folder.path], schemas: [], needsDocuments: needsDocuments).diagnostics.map(\.code)
    }
    #expect(codes(false) == [])
    #expect(codes(true) == [.noDocuments])
  }
}
