import Foundation
import Testing

extension PluginTests {
  /// Packages as people have them: two schemas in one tool, folders with spaces and emoji, documents among resources.
  @Suite struct UnusualPackages {
    @Test func `a tool with two schemas`() throws {
      let package = try TestPackage([
        "Sources/App/Music/schema.graphqls": "type Query { album: String! }\nscalar Money\n",
        "Sources/App/Music/apus.json": #"{ "namespace": "Music" }"#,
        "Sources/App/Music/Album.graphql": "query Album { album }",
        "Sources/App/Shop/schema.graphqls": "type Query { price: Money! }\nscalar Money\n",
        "Sources/App/Shop/apus.json": #"{ "namespace": "Shop", "scalars": { "Mony": "Int" } }"#,
        "Sources/App/Shop/Price.graphql": "query Price { price album }",
        "Sources/App/main.swift": """
        let album = try Music.AlbumQuery.response(json: Array(#"{"data": {"album": "Kites"}}"#.utf8)).data?.album
        let price = try Shop.PriceQuery.response(json: Array(#"{"data": {"price": 7}}"#.utf8)).data?.price
        print(album ?? "", price ?? 0)
        """,
      ])
      let run = try package.build()
      #expect(!run.succeeded)
      let document = package.path("Sources/App/Shop/Price.graphql")
      #expect(
        run.output.contains("\(document):1:21: error: Cannot query field \"album\" on type \"Query\"."),
        "\(run.output)")
      try package.write("query Price { price }", to: "Sources/App/Shop/Price.graphql")
      let warned = try package.build()
      let configuration = package.path("Sources/App/Shop/apus.json")
      #expect(
        warned.output.contains(
          "\(configuration):1:37: warning: The schema has no scalar \"Mony\". Did you mean \"Money\"?"),
        "\(warned.output)")
      try package.write(
        #"{ "namespace": "Shop", "scalars": { "Money": "Int" } }"#, to: "Sources/App/Shop/apus.json")
      let mended = try package.build()
      #expect(mended.succeeded, "\(mended.output)")
      #expect(!mended.output.contains("warning: "), "\(mended.output)")
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Kites 7\n"), "\(program.output)")
    }

    @Test func `folders with spaces and emoji`() throws {
      let package = try TestPackage(
        targets: """
          .executableTarget(
            name: "App", dependencies: [apus], path: "Quellen 🎵/die App", plugins: [plugin]),
          """,
        [
          "Quellen 🎵/die App/das Schema.graphqls": MusicSample.schema,
          "Quellen 🎵/die App/Alben 💿/alle Alben.graphql": "query Albums { albums { titel } }",
          "Quellen 🎵/die App/main.swift": "print(AlbumsQuery.operationName)",
        ])
      let run = try package.build()
      #expect(!run.succeeded)
      let path = package.path("Quellen 🎵/die App/Alben 💿/alle Alben.graphql")
      #expect(
        run.output.contains(
          "\(path):1:25: error: Cannot query field \"titel\" on type \"Album\". Did you mean \"title\"?"),
        "\(run.output)")
      try package.write(
        "query Albums { albums { title } }", to: "Quellen 🎵/die App/Alben 💿/alle Alben.graphql")
      let mended = try package.build()
      #expect(mended.succeeded, "\(mended.output)")
      #expect(try package.outputs().keys.contains("Alben 💿_alle Alben.graphql.swift"))
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Albums\n"), "\(program.output)")
      let manifest = try package.swift(["package", "apus", "manifest", "--format", "plain"])
      #expect(manifest.output.contains("\"Albums\": {\"id\": \""), "\(manifest.output)")
    }

    @Test func `documents among resources are compiled`() throws {
      let package = try TestPackage(
        targets: """
          .executableTarget(
            name: "App", dependencies: [apus], resources: [.process("Processed"), .copy("Copied")],
            plugins: [plugin]),
          """,
        [
          "Sources/App/schema.graphqls": MusicSample.schema,
          "Sources/App/Processed/Albums.graphql": "query Albums { albums { title } }",
          "Sources/App/Copied/Deep/Years.graphql": "query Years { albums { year } }",
          // A folder with a name like a document's.
          "Sources/App/Copied/Drafts.graphql/notes.txt": "",
          "Sources/App/main.swift": "print(AlbumsQuery.operationName, YearsQuery.operationName)",
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(
        try package.outputs().keys.sorted() == [
          "Copied_Deep_Years.graphql.swift", "Processed_Albums.graphql.swift", "Schema.graphql.swift",
        ])
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Albums Years\n"), "\(program.output)")
    }

    @Test func `outputs of deleted documents leave`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      try package.remove("Sources/App/Lists/Albums.graphql")
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(
        try package.outputs().keys.sorted() == MusicSample.outputNames.filter { !$0.hasPrefix("Lists") })
    }
  }
}
