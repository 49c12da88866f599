import ApusDriver
import Foundation
import Testing

@testable import ApusTool

/// The files at the root of a package, which the plugin names by their folder alone.
@Suite(.timeLimit(.minutes(15))) struct PackageRootTests {
  private let files = [
    "schema.graphqls": "type Query { album: Album } type Album { title: String }",
    "App/Home.graphql": "query Home { album { title } }",
  ]

  private func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func run(_ arguments: [String]) -> (code: ExitCode, failure: String) {
    var failure = ""
    let code = CommandLineTool.tool.run(
      arguments, output: Output(result: { _ in }, failure: { failure += $0 }))
    return (code, failure)
  }

  /// Generates as the plugin asks for it, and gives the document's Swift.
  private func home(_ folder: String, _ more: String...) -> (text: String, code: ExitCode, failure: String) {
    let result = run(
      [
        "generate", "--output", folder + "/out", "--target", "App", folder + "/App", "--package", folder,
        "--pair", folder + "/App/Home.graphql", "Home.graphql.swift",
      ] + more)
    let text = try? String(contentsOfFile: folder + "/out/Home.graphql.swift", encoding: .utf8)
    return (text ?? "", result.code, result.failure)
  }

  @Test func `what is at the root holds without being named, as long as it is there`() throws {
    try inFolder(files) { folder in
      let first = home(folder)
      #expect(first.code == .success && first.failure.isEmpty, "\(first.failure)")
      #expect(first.text.contains("struct HomeQuery"))
      try write(#"{ "accessLevel": "public" }"#, to: folder + "/apus.json")
      #expect(home(folder).text.contains("public struct HomeQuery"))
      try FileManager.default.removeItem(atPath: folder + "/apus.json")
      #expect(home(folder).text == first.text)
      try write(#"{ "documents": "Other/*.graphql" }"#, to: folder + "/.graphqlrc.json")
      #expect(!home(folder).text.contains("HomeQuery"))
      try FileManager.default.removeItem(atPath: folder + "/.graphqlrc.json")
      #expect(home(folder).text == first.text)
      try FileManager.default.removeItem(atPath: folder + "/schema.graphqls")
      let failed = home(folder)
      #expect(failed.failure.contains("[missing-schema]"), "\(failed.failure)")
      #expect(failed.text == first.text)
    }
  }

  @Test func `what is named goes before what is at the root`() throws {
    let more = [
      "apus.json": #"{ "accessLevel": "public" }"#, "App/apus.json": "{}",
      "App/schema.graphqls": "type Query { album: Album } type Album { title: Int }",
    ]
    try inFolder(files.merging(more) { $1 }) { folder in
      let run = home(
        folder, "--config", folder + "/App/apus.json", "--default-schema", folder + "/App/schema.graphqls")
      #expect(run.code == .success, "\(run.failure)")
      #expect(run.text.contains("let title: Int?"))
      #expect(!run.text.contains("public struct"))
    }
  }

  /// What the configuration of a target names has to be in it; one at the root may mean another target.
  @Test func `only a configuration at the root is shared`() throws {
    let text = #"{ "typeNames": { "Artist": "Musician" } }"#
    try inFolder(files.merging(["apus.json": text, "App/apus.json": text]) { $1 }) { folder in
      let shared = home(folder, "--shared-config")
      let own = home(folder, "--shared-config", "--config", folder + "/App/apus.json")
      #expect(own.failure != shared.failure, "\(own.failure) \(shared.failure)")
      #expect(shared.code == .success, "\(shared.failure)")
    }
  }

  @Test func `a module below has the root of its own package`() throws {
    let more = [
      "Shared/API/Parts.graphql": "fragment Parts on Album { title }",
      "App/Home.graphql": "query Home { album { ...Parts } }",
    ]
    try inFolder(files.merging(more) { $1 }) { folder in
      let module = [
        "--dependency-package", "API", folder + "/Shared", "--dependency", "API",
        folder + "/Shared/API/Parts.graphql",
      ]
      func check() -> (code: ExitCode, failure: String) {
        run(["check", "--package", folder] + module + [folder + "/App/Home.graphql"])
      }
      #expect(check().failure.contains("Unknown fragment \"Parts\"."))
      try write(#"{ "accessLevel": "public" }"#, to: folder + "/Shared/apus.json")
      #expect(check().code == .success, "\(check().failure)")
      // Another schema: its fragments are none of the target's.
      try write(
        "type Query { album: Album } type Album { title: Int }", to: folder + "/Shared/schema.graphqls")
      #expect(check().failure.contains("is compiled against a different schema"), "\(check().failure)")
    }
  }

  @Test func `a note differs when a file at a root does, and is left alone otherwise`() throws {
    try inFolder(files.merging(["Shared/schema.json": "{}"]) { $1 }) { folder in
      func note() throws -> (text: String, date: Date?) {
        let arguments = ["generate", "--output", folder + "/out", "--root-note", "~Package.graphql.swift"]
        #expect(run(arguments + [folder, folder + "/Shared"]).code == .success)
        let path = folder + "/out/~Package.graphql.swift"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (try String(contentsOfFile: path, encoding: .utf8), attributes[.modificationDate] as? Date)
      }
      var notes = [try note()]
      #expect(notes[0].text.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
      for name in [
        "apus.json", ".graphqlrc", "Shared/graphql.config.yml", "apus.operations.json", "Shared/a.graphqls",
      ] {
        for text in ["{}", "{ }"] {
          try write(text, to: folder + "/" + name)
          notes.append(try note())
        }
      }
      #expect(Set(notes.map(\.text)).count == notes.count)
      try write("{}", to: folder + "/README.md")
      try write("{}", to: folder + "/App/apus.json")
      let last = try note()
      #expect(last == notes[notes.count - 1])
    }
  }

  @Test func `a note that cannot be written is an error`() throws {
    try inFolder(["out": "a file"]) { folder in
      let run = run(["generate", "--output", folder + "/out", "--root-note", "N.swift", folder])
      #expect(run.code != .success)
      #expect(run.failure.contains("[unwritable-file]"), "\(run.failure)")
    }
  }
}
