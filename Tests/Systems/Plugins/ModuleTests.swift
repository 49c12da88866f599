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
      // A block's type has no protocol: what the app selects alike has a type of its own.
      "Sources/API/Shelf.graphql": """
      fragment Shelf on Query { albums { ... @apus(name: "both") { ...AlbumParts ...AlbumYear } } }
      fragment AlbumYear on Album { year }
      """,
      "Sources/App/Years.graphql": """
      query Years { ...Titles }
      fragment Titles on Query { albums { ...AlbumParts ...AlbumYear } }
      """,
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

    @Test func `fragments and enums come from the dependency`() throws {
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

    @Test(arguments: [nil, "Catalog", "Music"])
    func `a dependency may have a namespace`(_ own: String?) throws {
      var files = files
      files["Sources/API/apus.json"] = #"{ "accessLevel": "public", "namespace": "Music" }"#
      if let own { files["Sources/App/apus.json"] = "{ \"namespace\": \"\(own)\" }" }
      let prefix = own.map { $0 + "." } ?? ""
      files["Sources/App/main.swift"] = """
        import API
        func title(_ album: some Music.AlbumPartsFragment) -> String { album.title }
        let parts = Music.AlbumPartsData(title: "Blue", genre: .jazz)
        print(title(parts), \(prefix)AlbumQuery(id: "1").id, \(prefix)AlbumsQuery.Data.Album(id: "2", genre: .rock).genre.rawValue)
        """
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Blue 1 ROCK\n"), "\(program.output)")
    }

    /// Two features reach an enum that no document of the dependency module does, and the app imports both.
    @Test func `the lowest module declares what siblings share`() throws {
      let feature = #"{ "accessLevel": "public" }"#
      let package = try TestPackage(
        targets: """
          .target(name: "API", dependencies: [apus], plugins: [plugin]),
              .target(name: "Lists", dependencies: [apus, "API"], plugins: [plugin]),
              .target(name: "Details", dependencies: [apus, "API"], plugins: [plugin]),
              .executableTarget(name: "App", dependencies: [apus, "Lists", "Details"], plugins: [plugin]),
          """,
        [
          "Sources/API/schema.graphqls": MusicSample.schema,
          "Sources/API/API.swift": "",
          "Sources/API/apus.json": #"{ "accessLevel": "public", "schemaTypes": "all" }"#,
          "Sources/Lists/apus.json": feature, "Sources/Lists/Lists.swift": "",
          "Sources/Lists/Row.graphql": "fragment Row on Album { title genre }",
          "Sources/Details/apus.json": feature, "Sources/Details/Details.swift": "",
          "Sources/Details/Page.graphql": "fragment Page on Album { year genre }",
          "Sources/App/Albums.graphql": "query Albums { albums { genre ...Row ...Page } }",
          "Sources/App/main.swift": """
          import API
          import Lists
          import Details
          let genre = Genre.jazz
          print(RowData(title: "Blue", genre: genre).genre == PageData(genre: genre).genre)
          """,
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
      for module in ["Lists", "Details", "App"] {
        #expect(try package.outputs(module)["Schema.graphql.swift"]?.text.contains("GraphQLEnum") == false)
      }
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("true\n"), "\(program.output)")
    }

    @Test func `commands know the dependencies`() throws {
      let package = try TestPackage(targets: targets, files)
      let check = try package.swift(["package", "apus", "check"])
      #expect(check.succeeded, "\(check.output)")
      let names = try package.swift(["package", "apus", "manifest", "--target", "App", "--format", "plain"])
      #expect(names.output.contains("\"Album\": {\"id\": \""), "\(names.output)")
    }

    @Test func `one fragment in two modules is an error`() throws {
      var files = files
      files["Sources/App/AlbumParts.graphql"] = MusicSample.parts
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(!run.succeeded)
      #expect(run.output.contains("There can be only one fragment named \"AlbumParts\"."), "\(run.output)")
      #expect(run.output.contains(package.path("Sources/App/AlbumParts.graphql")))
      #expect(run.output.contains(package.path("Sources/API/AlbumParts.graphql")))
    }

    @Test func `a module of another package is imported`() throws {
      let package = try TestPackage(
        sharing: [
          "Shared/Sources/API/schema.graphqls": MusicSample.schema,
          // At the root of its package.
          "Shared/apus.json": #"{ "accessLevel": "public" }"#,
          "Sources/App/Album.graphql": MusicSample.album,
          "Sources/App/main.swift": """
          import API
          print(AlbumPartsData(title: "Blue", genre: .jazz).title)
          """,
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("import API") == true)
      #expect(try package.outputs()["Schema.graphql.swift"]?.text.contains("enum Genre") == false)
    }

    @Test func `two schemas in one target are two parts`() throws {
      let package = try TestPackage([
        "Sources/App/Music/apus.json": #"{ "namespace": "Music" }"#,
        "Sources/App/Music/schema.graphqls": MusicSample.schema,
        "Sources/App/Music/Lists/Albums.graphql": MusicSample.albums,
        "Sources/App/Films/apus.json": #"{ "namespace": "Films" }"#,
        "Sources/App/Films/schema.graphqls": "type Query { genre: Genre! } enum Genre { NOIR }",
        "Sources/App/Films/Albums.graphql": "query Albums { genre }",
        "Sources/App/main.swift": """
        print(Music.Genre.jazz.rawValue, Films.Genre.noir.rawValue, Films.AlbumsQuery.operationDocument)
        """,
      ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(
        try package.outputs().keys.sorted() == [
          "Films_Albums.graphql.swift", "Music_Lists_Albums.graphql.swift",
          "~Films_Schema.graphql.swift", "~Music_Schema.graphql.swift",
        ])
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("JAZZ NOIR query Albums{genre}\n"), "\(program.output)")
      let check = try package.swift(["package", "apus", "check"])
      #expect(check.succeeded, "\(check.output)")
    }

    @Test(arguments: [nil, #"{ "schema": "../Music/schema.graphqls" }"#])
    func `of two schemas below, the documents belong to that of the fragments they spread`(
      configuration: String?
    ) throws {
      var files = [
        "Sources/Music/schema.graphqls": MusicSample.schema, "Sources/Music/Music.swift": "",
        "Sources/Music/apus.json": #"{ "accessLevel": "public" }"#,
        "Sources/Music/AlbumParts.graphql": MusicSample.parts,
        "Sources/Shop/schema.graphqls": "type Query { price: Price } type Price { cents: Int }",
        "Sources/Shop/Shop.swift": "", "Sources/Shop/apus.json": #"{ "accessLevel": "public" }"#,
        "Sources/Shop/PriceParts.graphql": "fragment PriceParts on Price { cents }",
        "Sources/App/Album.graphql": MusicSample.album,
        "Sources/App/main.swift": """
        import Music
        import Shop
        print(AlbumPartsData(title: "Blue").title, PricePartsData(cents: 7).cents ?? 0)
        """,
      ]
      files["Sources/App/apus.json"] = configuration
      let package = try TestPackage(
        targets: """
          .target(name: "Music", dependencies: [apus], plugins: [plugin]),
              .target(name: "Shop", dependencies: [apus], plugins: [plugin]),
              .executableTarget(name: "App", dependencies: [apus, "Music", "Shop"], plugins: [plugin]),
          """, files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Blue 7\n"), "\(program.output)")
      let check = try package.swift(["package", "apus", "check"])
      #expect(check.succeeded, "\(check.output)")
    }

    @Test func `a module with another schema is another matter`() throws {
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
