import Foundation
import Testing

extension PluginTests {
  /// Files at the root of a package, which SwiftPM does not look for: a plain `swift build` sees them come, change and go.
  @Suite struct RootFiles {
    private let schemaAtRoot = MusicSample.files.filter { !$0.key.hasSuffix("schema.graphqls") }
      .merging(["schema.graphqls": MusicSample.schema]) { $1 }

    /// A package whose plan is settled: the second build is planned anew, the third is not.
    private func settled(_ package: TestPackage) throws -> TestPackage {
      for _ in 0..<2 {
        let run = try package.build()
        #expect(run.succeeded, "\(run.output)")
      }
      return package
    }

    private func album(_ package: TestPackage, _ target: String = "App") throws -> String {
      try package.outputs(target)["Album.graphql.swift"]?.text ?? ""
    }

    @Test func `a configuration is added, changed and removed`() throws {
      let package = try settled(TestPackage(MusicSample.files))
      let defaults = try package.outputs().mapValues(\.text)
      for _ in 0..<2 {
        try package.write(#"{ "mutableProperties": true }"#, to: "apus.json")
        let added = try package.build()
        #expect(added.succeeded, "\(added.output)")
        #expect(try album(package).contains("var title: String"))
        try package.write(#"{ "accessLevel": "public" }"#, to: "apus.json")
        let changed = try package.build()
        #expect(changed.succeeded, "\(changed.output)")
        #expect(try album(package).contains("public let title: String"))
        try package.remove("apus.json")
        let removed = try package.build()
        #expect(removed.succeeded, "\(removed.output)")
        #expect(try package.outputs().mapValues(\.text) == defaults)
      }
    }

    @Test func `an editor's configuration is added, changed and removed`() throws {
      let name = ".graphqlrc.json"
      func text(_ pattern: String) -> String { "{ \"documents\": \"\(pattern)\" }" }
      func compilesLists(_ package: TestPackage) throws -> Bool {
        let run = try package.build()
        #expect(run.succeeded, "\(run.output)")
        return try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("AlbumsQuery") == true
      }
      let package = try settled(TestPackage(MusicSample.files))
      try package.write(text("Sources/App/{*,Fragments/*}.graphql"), to: name)
      #expect(try !compilesLists(package))
      try package.write(text("Sources/App/**/*.graphql"), to: name)
      #expect(try compilesLists(package))
      try package.write(text("Sources/App/{*,Fragments/*}.graphql"), to: name)
      #expect(try !compilesLists(package))
      try package.remove(name)
      #expect(try compilesLists(package))
    }

    @Test func `a schema is added, changed and removed`() throws {
      let package = try settled(TestPackage(schemaAtRoot))
      let before = try package.outputs()
      try package.remove("schema.graphqls")
      for _ in 0..<2 {
        let removed = try package.build()
        #expect(!removed.succeeded)
        #expect(removed.output.contains("[missing-schema]"), "\(removed.output)")
        #expect(!removed.output.contains("missing inputs"), "\(removed.output)")
        #expect(try package.outputs() == before)
      }
      try package.write(
        MusicSample.schema.replacingOccurrences(of: "title: String!", with: "title: String"),
        to: "schema.graphql")
      let added = try package.build()
      #expect(added.succeeded, "\(added.output)")
      #expect(try album(package).contains("let title: String?"))
      try package.write(MusicSample.schema, to: "schema.graphql")
      let changed = try package.build()
      #expect(changed.succeeded, "\(changed.output)")
      #expect(try package.outputs().mapValues(\.text) == before.mapValues(\.text))
      // A second one is an error of the compiler, which says what to do.
      try package.write(MusicSample.schema, to: "schema.graphqls")
      let doubled = try package.build()
      #expect(!doubled.succeeded)
      #expect(doubled.output.contains("[two-schemas]"), "\(doubled.output)")
    }

    @Test func `a target's own files go before those at the root`() throws {
      var files = MusicSample.files
      files["Sources/App/apus.json"] = #"{ "mutableProperties": true }"#
      let package = try settled(TestPackage(files))
      let before = try package.outputs()
      try package.write(#"{ "accessLevel": "public" }"#, to: "apus.json")
      try package.write("type Query { other: Int }", to: "schema.graphqls")
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(try package.outputs() == before)
      try package.remove("Sources/App/apus.json")
      let inherited = try package.build()
      #expect(inherited.succeeded, "\(inherited.output)")
      #expect(try album(package).contains("public let title: String"))
    }

    @Test func `several targets have the files at the root, but not what is excluded`() throws {
      var files: [String: String] = ["schema.graphqls": MusicSample.schema]
      for target in ["App", "Other"] {
        files["Sources/\(target)/Album.graphql"] = MusicSample.album + MusicSample.parts
        files["Sources/\(target)/Drafts/Bad.graphql"] = "query Bad { nothing }"
      }
      files["Sources/Other/Other.swift"] = ""
      let package = try settled(
        TestPackage(
          targets: """
            .target(name: "Other", dependencies: [apus], exclude: ["Drafts"], plugins: [plugin]),
                .executableTarget(name: "App", dependencies: [apus], exclude: ["Drafts"], plugins: [plugin]),
            """, files))
      func all(_ text: String) throws -> Bool {
        let run = try package.build()
        #expect(run.succeeded, "\(run.output)")
        return try album(package).contains(text) && album(package, "Other").contains(text)
      }
      // A key of one of them may name what the other alone has.
      try package.write(#"{ "mutableProperties": true }"#, to: "apus.json")
      #expect(try all("var title: String"))
      try package.remove("apus.json")
      #expect(try all(" let title: String"))
      try package.write(
        MusicSample.schema.replacingOccurrences(of: "title: String!", with: "title: String"),
        to: "schema.graphqls")
      #expect(try all(" let title: String?"))
    }

    @Test func `a package that is depended on has its own`() throws {
      let package = try TestPackage(
        sharing: [
          "Shared/schema.graphqls": MusicSample.schema,
          "apus.json": #"{ "schema": "Shared/schema.graphqls" }"#,
          "Sources/App/Album.graphql": "query Album { albums { title } }",
          "Sources/App/main.swift": "",
        ])
      _ = try settled(package)
      // Its fragments are there for others once its code is public.
      try package.write(#"{ "accessLevel": "public", "mutableProperties": true }"#, to: "Shared/apus.json")
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      // What it says of properties holds for targets above, which see it change too.
      #expect(try album(package).contains("var title: String"), "\(run.output)")
      try package.remove("Shared/apus.json")
      let removed = try package.build()
      #expect(removed.succeeded, "\(removed.output)")
      #expect(try album(package).contains(" let title: String"))
      try package.remove("Shared/schema.graphqls")
      let failed = try package.build()
      #expect(!failed.succeeded)
      // Of its own target or of the one above, whichever is compiled first.
      let codes = ["[missing-schema]", "[unreadable-file]"]
      #expect(codes.contains(where: failed.output.contains), "\(failed.output)")
      #expect(!failed.output.contains("missing inputs"), "\(failed.output)")
      #expect(!failed.output.contains("[untracked-schema]"), "\(failed.output)")
    }

    @Test func `what is new elsewhere at the root compiles nothing`() throws {
      let package = try settled(TestPackage(schemaAtRoot))
      let outputs = try package.outputs()
      let compilations = try package.compilations()
      try package.write("Read me.", to: "README.md")
      let run = try package.build(showsCommands: true)
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.ranTool(), "\(run.output)")
      #expect(try package.compiled(since: compilations) == [])
      #expect(try package.outputs() == outputs)
    }

    @Test func `outputs that were deleted with their folder come back`() throws {
      let package = try settled(TestPackage(schemaAtRoot))
      let before = try package.outputs().mapValues(\.text)
      try FileManager.default.removeItem(at: package.outputFolder())
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(try package.outputs().mapValues(\.text) == before)
    }

    @Test func `the build system of Xcode sees them too`() throws {
      let package = try TestPackage(MusicSample.files)
      package.buildOptions = ["--build-system", "swiftbuild"]
      _ = try settled(package)
      try package.write(#"{ "mutableProperties": true }"#, to: "apus.json")
      let added = try package.build()
      #expect(added.succeeded, "\(added.output)")
      #expect(try album(package).contains("var title: String"))
      try package.remove("apus.json")
      let removed = try package.build()
      #expect(removed.succeeded, "\(removed.output)")
      #expect(try album(package).contains(" let title: String"))
    }
  }
}
