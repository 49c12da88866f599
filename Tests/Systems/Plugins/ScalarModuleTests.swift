import Foundation
import Testing

extension PluginTests {
  /// Three modules with scalars and enums across, and what goes wrong between them.
  @Suite struct ScalarModules {
    private let targets = """
      .target(name: "API", dependencies: [apus], plugins: [plugin]),
          .target(name: "Catalog", dependencies: [apus, "API"], plugins: [plugin]),
          .target(name: "Shop", dependencies: [apus, "API"], plugins: [plugin]),
          .executableTarget(name: "App", dependencies: [apus, "Catalog"], plugins: [plugin]),
      """

    private let files = [
      "Sources/API/schema.graphqls": """
      type Query { albums: [Album!]! }
      type Album { title: String!  price: Money!  old_price: Money  released: DateTime!  genre: Genre! }
      input Filter { under: Money  since: DateTime  genre: Genre }
      type Mutation { watch(filter: Filter!, under: Money): Album }
      scalar Money
      scalar DateTime
      enum Genre { ROCK JAZZ }
      """,
      "Sources/API/apus.json": """
      {
        "accessLevel": "public", "convertFieldCase": true,
        "scalars": {
          "Money": "Money",
          "DateTime": { "type": "Date", "codec": "GraphQLDateTimeCodec", "imports": ["Foundation"] }
        }
      }
      """,
      "Sources/API/Money.swift": """
      public struct Money: Codable, Hashable, Sendable {
        public var cents: Int
        public init(cents: Int) { self.cents = cents }
      }
      """,
      "Sources/API/AlbumPrice.graphql": "fragment AlbumPrice on Album { price genre }",
      "Sources/Catalog/apus.json": #"{ "accessLevel": "public" }"#, "Sources/Catalog/Catalog.swift": "",
      "Sources/Catalog/AlbumRow.graphql":
        "fragment AlbumRow on Album { title old_price released ...AlbumPrice }",
      "Sources/Shop/Shop.swift": "", "Sources/Shop/apus.json": #"{ "accessLevel": "public" }"#,
      "Sources/Shop/Offer.graphql": "fragment Offer on Album { title }",
      "Sources/App/Albums.graphql": """
      query Albums { albums { ...AlbumRow ...AlbumPrice price old_price released genre } }
      mutation Watch($filter: Filter!, $under: Money) { watch(filter: $filter, under: $under) { price } }
      """,
      "Sources/App/main.swift": ##"""
      import API
      import Catalog
      let response = #"""
        {"data": {"albums": [{"title": "Kites", "price": {"cents": 5}, "old_price": null, "released": "2024-05-01T00:00:00Z",
          "genre": "JAZZ"}]}}
        """#
      func text(_ album: some AlbumRowFragment) -> String { "\(album.title) \(album.price.cents) \(album.genre.rawValue)" }
      if let album = try AlbumsQuery.response(json: Array(response.utf8)).data?.albums.first {
        let filter = Filter(under: .value(Money(cents: 7)), since: .value(album.released))
        print(text(album), album.oldPrice == nil, WatchMutation(filter: filter, under: .value(Money(cents: 1))).filter == filter)
      }
      """##,
    ]

    @Test func `scalars and names come from the lowest`() throws {
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
      let program = try package.swift(["run", "--skip-build", "App"])
      #expect(program.output.hasSuffix("Kites 5 JAZZ true true\n"), "\(program.output)")
    }

    @Test func `contradictions are told and mended`() throws {
      var files = files
      files["Sources/App/apus.json"] = """
        { "convertFieldCase": false,
          "scalars": { "Money": "Double", "Mony": "Double" } }
        """
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(!run.succeeded)
      let path = package.path("Sources/App/apus.json")
      #expect(
        run.output.contains(
          "\(path):2:16: error: The scalar \"Money\" is \"Double\" here, but \"Money\" in the module \"Catalog\""
        ),
        "\(run.output)")
      #expect(
        run.output.contains("\(path):1:3: error: \"old_price\" becomes \"old_price\" here"),
        "\(run.output)")
      try package.write(#"{ "scalars": { "Mony": "Double" } }"#, to: "Sources/App/apus.json")
      let mended = try package.build()
      #expect(mended.succeeded, "\(mended.output)")
      #expect(
        mended.output.contains(
          "\(path):1:16: warning: The schema has no scalar \"Mony\". Did you mean \"Money\"?"),
        "\(mended.output)")
    }

    @Test func `an unknown fragment is said to be elsewhere`() throws {
      var files = files
      files["Sources/App/Offers.graphql"] = "query Offers { albums { ...Offer ...AlbumRow } }"
      files["Sources/Catalog/apus.json"] = "{}"
      files["Sources/App/Albums.graphql"] = "query Albums { albums { title } }"
      files["Sources/App/main.swift"] = ""
      let package = try TestPackage(targets: targets, files)
      let run = try package.build()
      #expect(!run.succeeded)
      #expect(
        run.output.contains(
          "note: The target \"Shop\" defines it, but this target does not depend on it. Add it to the target's dependencies"
        ),
        "\(run.output)")
      #expect(
        run.output.contains(
          "note: The module \"Catalog\" defines it, but its code is internal. Write \"accessLevel\": \"public\""
        ),
        "\(run.output)")
      try package.write(#"{ "accessLevel": "public" }"#, to: "Sources/Catalog/apus.json")
      try package.write("query Offers { albums { ...AlbumRow } }", to: "Sources/App/Offers.graphql")
      let mended = try package.build()
      #expect(mended.succeeded, "\(mended.output)")
    }

    @Test func `commands go over all targets`() throws {
      var files = files
      files["Sources/Shop/Prices.graphql"] = "query Prices { albums { price ...Offer } }"
      files["Sources/Shop/apus.json"] = "{}"
      files["Sources/Shop/Extra.graphql"] = "fragment Unused on Album { title }"
      let package = try TestPackage(targets: targets, files)
      let manifest = try package.swift(["package", "apus", "manifest"], standardOutputAlone: true)
      #expect(manifest.succeeded)
      let start = try #require(manifest.output.firstIndex(of: "{"), "\(manifest.output)")
      let document =
        try JSONSerialization.jsonObject(with: Data(manifest.output[start...].utf8)) as? [String: Any]
      let operations = document?["operations"] as? [[String: Any]] ?? []
      #expect(
        operations.compactMap { $0["name"] as? String } == ["Albums", "Prices", "Watch"], "\(manifest.output)"
      )
      #expect(!manifest.output.contains("warning"), "\(manifest.output)")
      let all = try package.swift(["package", "apus", "manifest"])
      #expect(all.output.contains("warning: "), "\(all.output)")
      let one = try package.swift(["package", "apus", "print", "--operation", "Prices"])
      #expect(one.succeeded, "\(one.output)")
      #expect(one.output.contains("query Prices{albums{price"), "\(one.output)")
      let none = try package.swift(["package", "apus", "print", "--operation", "Price"])
      #expect(!none.succeeded)
      #expect(
        none.output.contains("There is no operation \"Price\". Did you mean \"Prices\"?"), "\(none.output)")
      for arguments in [["--help"], ["check", "--help"]] {
        let help = try package.swift(["package", "apus"] + arguments)
        #expect(help.output.contains("--target NAME"), "\(help.output)")
      }
    }
  }
}
