import Foundation
import Testing

extension PluginTests {
  /// `swift package apus …`.
  @Suite struct Commands {
    @Test func `check finds the schema and documents`() throws {
      let package = try TestPackage(MusicSample.files)
      let good = try package.swift(["package", "apus", "check"])
      #expect(good.succeeded, "\(good.output)")
      try package.write("query Albums { albums { titel } }", to: "Sources/App/Lists/Albums.graphql")
      let bad = try package.swift(["package", "apus", "check", "--target", "App"])
      #expect(!bad.succeeded)
      let path = package.path("Sources/App/Lists/Albums.graphql")
      #expect(
        bad.output.contains("\(path):1:25: error: Cannot query field \"titel\" on type \"Album\"."),
        "\(bad.output)")
      #expect(try package.outputs().isEmpty)
    }

    @Test func `every command answers`() throws {
      let package = try TestPackage(MusicSample.files)
      let text = try package.swift(["package", "apus", "print", "--operation", "Albums"])
      #expect(text.output.contains("query Albums{albums{id genre}}\n"), "\(text.output)")
      let report = try package.swift(["package", "apus", "report"])
      #expect(report.output.contains("  Album.genre\n"), "\(report.output)")
      let schema = MusicSample.schema.replacingOccurrences(of: "  genre: Genre!", with: "")
      try package.write(schema, to: "new.graphqls")
      let difference = try package.swift([
        "package", "apus", "diff", "Sources/App/schema.graphqls", "new.graphqls", "Sources/App",
      ])
      #expect(!difference.succeeded)
      #expect(
        difference.output.contains(
          "error: Sources/App/Lists/Albums.graphql:2:15: Cannot query field \"genre\" on type \"Album\"."),
        "\(difference.output)")
      try package.write("", to: "New/New.swift")
      let start = try package.swift([
        "package", "--allow-writing-to-package-directory", "apus", "init", "--schema", "new.graphqls", "New",
      ])
      #expect(start.succeeded, "\(start.output)")
      #expect(FileManager.default.fileExists(atPath: package.path("New/First.graphql")))
      #expect(FileManager.default.fileExists(atPath: package.path("New/apus.json")))
    }

    @Test func `a release has the operations of all targets, by schema`() throws {
      var files = MusicSample.files
      files["Sources/Core/schema.graphqls"] = "type Query { count: Int! day: Day } scalar Day"
      files["Sources/Core/Count.graphql"] = "query Count { count day }"
      files["Sources/Core/Core.swift"] = "let core: GraphQLSource = \"query InSwift { count }\""
      files["Sources/Core/apus.json"] =
        #"{ "scalars": { "Day": "String" }, "warnings": { "repeated-field": "error" } }"#
      let package = try TestPackage(
        targets: """
          .executableTarget(name: "App", dependencies: [apus], plugins: [plugin]),
          .target(name: "Core", dependencies: [apus], plugins: [plugin]),
          """, files)
      let release = ["package", "--allow-writing-to-package-directory", "apus", "release"]
      let added = try package.swift(release + ["add", "2.3.0"])
      #expect(added.succeeded, "\(added.output)")
      let text = try String(contentsOf: package.url("Releases/2.3.0.json"), encoding: .utf8)
      for part in [
        "\"Sources/App/schema.graphqls\"", "\"Sources/Core/schema.graphqls\"", "\"Albums\"", "\"Count\"",
        "\"InSwift\"", "\"Day\"",
      ] {
        #expect(text.contains(part), "\(part): \(text)")
      }
      // Nothing in it depends on where the package is.
      #expect(!text.contains(package.path("")))
      let again = try package.swift(release + ["add", "2.3.0"])
      #expect(
        !again.succeeded && again.output.contains("There is a release '2.3.0' already"), "\(again.output)")
      #expect(try package.swift(["package", "apus", "release", "list"]).output.contains("2.3.0\n"))
      try package.write("type Query { count: Int } ", to: "new.graphqls")
      let which = try package.swift(["package", "apus", "diff", "new.graphqls", "--releases"])
      #expect(!which.succeeded && which.output.contains("--replaces FILE"), "\(which.output)")
      let difference = try package.swift([
        "package", "apus", "diff", "new.graphqls", "--releases", "--replaces", "Sources/Core/schema.graphqls",
      ])
      #expect(!difference.succeeded)
      #expect(difference.output.contains("Cannot query field \"day\""), "\(difference.output)")
      #expect(difference.output.contains("changes from Int! to Int"), "\(difference.output)")
      #expect(!difference.output.contains("Albums"), "\(difference.output)")
      let removed = try package.swift(release + ["remove", "2.3.0"])
      #expect(removed.succeeded, "\(removed.output)")
      #expect(!FileManager.default.fileExists(atPath: package.path("Releases/2.3.0.json")))
    }

    @Test func `documents that the manifest excludes are not checked`() throws {
      var files = MusicSample.files
      files["Sources/App/Drafts/Albums.graphql"] = "query Draft { nothing }"
      files["Sources/App/Other/Album.graphql"] = "query Other { albums { id } }"
      let package = try TestPackage(
        targets: """
          .executableTarget(name: "App", dependencies: [apus], exclude: ["Drafts"], plugins: [plugin]),
          """, files)
      let check = try package.swift(["package", "apus", "check"])
      #expect(check.succeeded, "\(check.output)")
      let manifest = try package.swift(["package", "apus", "manifest", "--format", "plain"])
      #expect(manifest.output.contains("\"Other\""), "\(manifest.output)")
      #expect(!manifest.output.contains("\"Draft\""), "\(manifest.output)")
    }

    @Test func `a path is refused where the build knows the schema`() throws {
      let package = try TestPackage(MusicSample.files)
      let path = try package.swift(["package", "apus", "check", "Sources/App/Lists"])
      #expect(!path.succeeded)
      #expect(path.output.contains("Pass its target: --target App."), "\(path.output)")
      let target = try package.swift(["package", "apus", "diff", "--target", "App", "a", "b"])
      #expect(target.output.contains("'diff' takes no --target."), "\(target.output)")
      let wrong = try package.swift(["package", "apus", "check", "--fromat", "json"])
      #expect(wrong.output.contains("See 'swift package apus check --help'."), "\(wrong.output)")
    }

    @Test func `the mock plugin takes all targets with their dependencies`() throws {
      let package = try TestPackage(MusicSample.files)
      let mock = try package.swift([
        "package", "--allow-writing-to-package-directory", "apus-mock", "--output", "Recorded",
      ])
      #expect(mock.succeeded, "\(mock.output)")
      #expect(FileManager.default.fileExists(atPath: package.path("Recorded/Albums.json")), "\(mock.output)")
    }

    @Test func `commands with a plugin of their own are named`() throws {
      let package = try TestPackage(MusicSample.files)
      let wrong = try package.swift(["package", "apus", "mock", "--serve", "Sources/App"])
      #expect(!wrong.succeeded)
      #expect(
        wrong.output.contains("Run: swift package apus-mock --serve Sources/App"), "\(wrong.output)")
      let mock = try package.swift([
        "package", "--allow-writing-to-package-directory", "apus-mock", "--output", "Recorded", "Sources/App",
      ])
      #expect(mock.succeeded, "\(mock.output)")
      #expect(FileManager.default.fileExists(atPath: package.path("Recorded/Albums.json")), "\(mock.output)")
    }

    @Test func `other commands get their arguments`() throws {
      let package = try TestPackage(MusicSample.files)
      let explain = try package.swift(["package", "apus", "explain", "syntax-error"])
      #expect(explain.output.contains("\nsyntax-error: ") || explain.output.hasPrefix("syntax-error: "))
      let manifest = try package.swift(["package", "apus", "manifest", "--format", "plain"])
      #expect(manifest.output.contains("\"Album\": {\"id\": \""), "\(manifest.output)")
    }
  }
}
