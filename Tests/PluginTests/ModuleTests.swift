import Foundation
import Testing

extension PluginTests {
  /// Several targets with documents.
  @Suite struct Modules {
    private let targets = """
      .target(name: "API", dependencies: [apus], plugins: [plugin]),
          .executableTarget(name: "App", dependencies: [apus, "API"], plugins: [plugin]),
      """

    private let files = [
      "Sources/API/schema.graphqls": MusicSample.schema,
      // SwiftPM leaves out a target without any Swift file.
      "Sources/API/API.swift": "public enum API {}",
      "Sources/API/apus.json": #"{ "accessLevel": "public" }"#,
      "Sources/API/AlbumParts.graphql": "fragment AlbumParts on Album { title genre }",
      "Sources/App/Album.graphql": MusicSample.album,
      "Sources/App/Albums.graphql": MusicSample.albums,
      "Sources/App/main.swift": ##"""
      import API
      func line(_ album: some AlbumPartsFragment) -> String { "\(album.title), \(album.genre.rawValue)" }
      let response = #"{"data": {"album": {"title": "Kites", "genre": "ROCK", "artist": null}}}"#
      print(line(AlbumPartsData(title: "Blue", genre: .jazz)))
      if let album = try AlbumQuery.response(json: Array(response.utf8)).data?.album {
        print(line(album), AlbumPartsData(album) == AlbumPartsData(title: "Kites", genre: .rock))
      }
      """##,
    ]

    @Test func fragmentsAndEnumsComeFromTheModuleBelow() throws {
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
      #expect(try package.outputs("API")["Schema.graphql.swift"]?.text.contains("public enum Genre") == true)
      #expect(try package.outputs("App")["Schema.graphql.swift"]?.text.contains("enum Genre") == false)
      #expect(try package.outputs("App")["Albums.graphql.swift"]?.text.contains("import API") == true)
      let program = try package.swift(["run"] + package.buildOptions + ["App"])
      #expect(program.output.contains("Blue, JAZZ\nKites, ROCK true\n"), "\(program.output)")
      try package.write(
        "fragment AlbumParts on Album { title year genre }", to: "Sources/API/AlbumParts.graphql")
      let edited = try package.build(showsCommands: true)
      #expect(edited.ranTool(for: "API"))
      #expect(edited.ranTool(for: "App"))
      #expect(try package.outputs("App")["Album.graphql.swift"]?.text.contains("let year: Int?") == true)
    }

    @Test func oneFragmentInTwoModulesIsAnError() throws {
      var files = files
      files["Sources/App/AlbumParts.graphql"] = MusicSample.parts
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(!run.succeeded)
      #expect(run.output.contains("There can be only one fragment named \"AlbumParts\"."), "\(run.output)")
      #expect(run.output.contains(package.path("Sources/App/AlbumParts.graphql")))
      #expect(run.output.contains(package.path("Sources/API/AlbumParts.graphql")))
    }

    @Test func aModuleWithAnotherSchemaIsAnotherMatter() throws {
      let package = try TestPackage(
        targets: targets,
        [
          "Sources/API/schema.graphqls": MusicSample.schema,
          "Sources/API/API.swift": "public enum API {}",
          "Sources/API/apus.json": #"{ "accessLevel": "public" }"#,
          "Sources/API/AlbumParts.graphql": MusicSample.parts,
          "Sources/App/schema.graphqls": "type Query { name: String }",
          "Sources/App/Name.graphql": "query Name { name }",
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
    }
  }
}
