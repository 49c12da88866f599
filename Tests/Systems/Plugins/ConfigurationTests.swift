import Foundation
import Testing

extension PluginTests {
  @Suite struct Configurations {
    @Test(arguments: ["apus.json", "Sources/App/apus.json"])
    func `a changed configuration takes effect`(_ path: String) throws {
      var files = MusicSample.files
      files[path] = #"{ "warnings": { "unused-fragment": "ignore" } }"#
      let package = try TestPackage(files)
      let first = try package.build()
      #expect(first.succeeded, "\(first.output)")
      #expect(!first.output.contains("warning"), "\(first.output)")
      try package.write(#"{ "mutableProperties": true }"#, to: path)
      let second = try package.build(showsCommands: true)
      #expect(second.ranTool())
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("var title: String") == true)
    }

    /// Also of a codec's module, which public code needs in bodies alone.
    @Test(arguments: ["package", "public"])
    func `generated imports compile beside plain ones`(access: String) throws {
      let package = try TestPackage(
        targets: """
          .target(name: "Codecs", dependencies: [apus]),
              .executableTarget(name: "App", dependencies: [apus, "Codecs"], plugins: [plugin]),
          """,
        [
          "Sources/Codecs/Codecs.swift": """
          import Apus
          public enum CentsCodec: GraphQLCodec {
            public static func read(from reader: inout GraphQLReader) throws -> Int { try reader.readInt() * 100 }
            public static func write(_ value: Int, to writer: inout GraphQLWriter) throws { writer.writeInt(value / 100) }
          }
          """,
          "Sources/App/schema.graphqls": "scalar Money type Query { price: Money! }",
          "Sources/App/apus.json": """
          { "accessLevel": "\(access)",
            "scalars": { "Money": { "type": "Int", "codec": "CentsCodec", "imports": ["Codecs"] } } }
          """,
          "Sources/App/Price.graphql": "query Price { price }",
          "Sources/App/main.swift": """
          import Apus
          import Codecs
          print(try PriceQuery.response(json: Array(#"{"data": {"price": 7}}"#.utf8)).data?.price ?? 0, CentsCodec.self)
          """,
        ])
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      #expect(!run.output.contains("warning"), "\(run.output)")
    }

    @Test func `a changed manifest takes effect`() throws {
      var files = MusicSample.files
      files["Sources/App/apus.json"] = #"{ "operationIdentifiers": "apus.operations.json" }"#
      files["Sources/App/apus.operations.json"] = #"{ "a-1": "query Albums{albums{id genre}}" }"#
      let package = try TestPackage(files)
      let first = try package.build()
      #expect(first.succeeded, "\(first.output)")
      #expect(
        try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("operationID: String { \"a-1\" }")
          == true)
      #expect(
        first.output.contains(
          "warning: The manifest in \"operationIdentifiers\" does not list the current text of \"Album\", so its identifier is the SHA-256 of the text."
        ))
      try package.write(
        #"{ "b-2": "query Albums{albums{id genre}}" }"#, to: "Sources/App/apus.operations.json")
      #expect(try package.build().succeeded)
      #expect(
        try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("operationID: String { \"b-2\" }")
          == true)
    }

    @Test func `a slip in a key is an error`() throws {
      var files = MusicSample.files
      files["apus.json"] = #"{ "acessLevel": "public" }"#
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(!run.succeeded)
      let path = package.path("apus.json")
      #expect(
        run.lines(about: path).prefix(3) == [
          "\(path):1:3: error: There is no key \"acessLevel\". Did you mean \"accessLevel\"? [unknown-key]",
          "1 | { \"acessLevel\": \"public\" }",
          "  |   ^~~~~~~~~~~~",
        ], "\(run.output)")
    }

    @Test(arguments: [".graphqlrc.json", ".graphqlrc", "graphql.config.json"])
    func `the editor's configuration is honoured`(_ name: String) throws {
      var files = MusicSample.files
      files["API/music.graphqls"] = files.removeValue(forKey: "Sources/App/schema.graphqls")
      files[name] = #"{ "schema": "API/music.graphqls", "documents": "Sources/App/{*,Fragments/*}.graphql" }"#
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      // Where no plugin looks for schemas, no build does.
      let schema = package.path("API/music.graphqls")
      #expect(
        run.lines(about: schema).first?.hasPrefix(
          "\(schema): warning: The build does not notice when this schema changes.")
          == true, "\(run.output)")
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("AlbumQuery") == true)
      #expect(try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("AlbumsQuery") == false)
    }
  }
}
