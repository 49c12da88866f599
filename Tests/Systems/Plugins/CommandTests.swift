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
