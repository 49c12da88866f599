import Foundation
import Testing

extension PluginTests {
  /// Where schemas and documents may be.
  @Suite struct Layout {
    @Test func `a target without documents is left alone`() throws {
      let package = try TestPackage([:])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"))
      #expect(try package.outputs().isEmpty)
    }

    @Test func `documents without a schema are an error`() throws {
      let package = try TestPackage(["Sources/App/Album.graphql": MusicSample.album])
      let run = try package.build()
      #expect(!run.succeeded)
      #expect(
        run.output.contains(
          "error: There is no schema for the target \"App\": not in its folder, '\(package.path("Sources/App"))"
        ),
        "\(run.output)")
    }

    @Test func `two schemas are an error`() throws {
      var files = MusicSample.files
      files["Sources/App/old/schema.graphqls"] = MusicSample.schema
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(!run.succeeded)
      let path = package.path("Sources/App/schema.graphqls")
      #expect(
        run.lines(about: path + ":1:6: error:").first?.contains("they are two schemas. Remove one") == true,
        "\(run.output)")
    }

    @Test(arguments: ["schema.graphql", "schema.graphqls", "Sources/App/Deep/api.graphqls"])
    func `the schema is found`(_ path: String) throws {
      var files = MusicSample.files
      files[path] = files.removeValue(forKey: "Sources/App/schema.graphqls")
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      // No word of unhandled files: everything is claimed.
      #expect(!run.output.contains("warning"), "\(run.output)")
      let schema = MusicSample.schema.replacingOccurrences(of: "title: String!", with: "title: String")
      try package.write(schema, to: path)
      let second = try package.build(showsCommands: true)
      #expect(second.ranTool())
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("let title: String?") == true)
    }

    @Test func `a schema in a target below is found`() throws {
      let package = try TestPackage(
        targets: """
          .target(name: "API", plugins: [plugin]),
              .executableTarget(name: "App", dependencies: [apus, "API"], plugins: [plugin]),
          """,
        [
          "Sources/API/schema.graphqls": MusicSample.schema, "Sources/API/API.swift": "public enum API {}",
          "Sources/App/Albums.graphql": MusicSample.albums,
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(try package.outputs().keys.sorted() == ["Albums.graphql.swift", "Schema.graphql.swift"])
    }

    @Test func `generated code runs`() throws {
      var files = MusicSample.files
      files["Sources/App/main.swift"] = """
        import Apus
        print(AlbumQuery.operationName, AlbumQuery(id: "1").id)
        """
      let package = try TestPackage(files)
      #expect(try package.build().succeeded)
      let run = try package.swift(["run", "--skip-build", "App"])
      #expect(run.output.hasSuffix("Album 1\n"), "\(run.output)")
    }

    @Test func `five hundred documents fit`() throws {
      var files = ["Sources/App/schema.graphqls": MusicSample.schema]
      for number in 0..<500 {
        files["Sources/App/Operations/Number\(number).graphql"] = "query Q\(number) { albums { title } }"
      }
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output.suffix(2000))")
      #expect(try package.outputs().count == 501)
    }

    @Test func `a test target may use the plugin`() throws {
      let package = try TestPackage(
        targets: """
          .testTarget(name: "AppTests", dependencies: [apus], plugins: [plugin]),
          """,
        [
          "Tests/AppTests/schema.graphqls": MusicSample.schema,
          "Tests/AppTests/Albums.graphql": MusicSample.albums,
          "Tests/AppTests/AlbumsTests.swift": """
          import Testing
          @Test func name() { #expect(AlbumsQuery.operationName == "Albums") }
          """,
        ])
      let run = try package.swift(["test"])
      #expect(run.succeeded, "\(run.output)")
    }
  }
}
