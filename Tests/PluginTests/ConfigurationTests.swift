import Foundation
import Testing

extension PluginTests {
  @Suite struct Configurations {
    @Test(arguments: ["apus.json", "Sources/App/apus.json"])
    func aChangedConfigurationTakesEffect(_ path: String) throws {
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

    @Test func aChangedManifestTakesEffect() throws {
      var files = MusicSample.files
      files["Sources/App/apus.json"] = #"{ "operationIdentifiers": "apus.operations.json" }"#
      files["Sources/App/apus.operations.json"] = #"{ "a-1": "query Albums{albums{id genre}}" }"#
      let package = try TestPackage(files)
      let first = try package.build()
      #expect(first.succeeded, "\(first.output)")
      #expect(
        try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("operationID = \"a-1\"") == true)
      #expect(
        first.output.contains(
          "warning: The manifest that \"operationIdentifiers\" names does not have \"Album\" as it is sent now."
        ))
      try package.write(
        #"{ "b-2": "query Albums{albums{id genre}}" }"#, to: "Sources/App/apus.operations.json")
      #expect(try package.build().succeeded)
      #expect(
        try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("operationID = \"b-2\"") == true)
    }

    @Test func aSlipInAKeyIsAnError() throws {
      var files = MusicSample.files
      files["apus.json"] = #"{ "acessLevel": "public" }"#
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(!run.succeeded)
      let path = package.path("apus.json")
      #expect(
        run.lines(about: path).prefix(3) == [
          "\(path):1:3: error: There is no key \"acessLevel\". Did you mean \"accessLevel\"?",
          "1 | { \"acessLevel\": \"public\" }",
          "  |   ^~~~~~~~~~~~",
        ], "\(run.output)")
    }

    @Test func theEditorsConfigurationIsHonoured() throws {
      var files = MusicSample.files
      files["API/music.graphqls"] = files.removeValue(forKey: "Sources/App/schema.graphqls")
      files[".graphqlrc.json"] =
        #"{ "schema": "API/music.graphqls", "documents": "Sources/App/{*,Fragments/*}.graphql" }"#
      let package = try TestPackage(files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      // Where no plugin looks for schemas, no build does.
      let schema = package.path("API/music.graphqls")
      #expect(
        run.lines(about: schema).first?.hasPrefix(
          "\(schema): warning: The build does not see when this schema changes.")
          == true, "\(run.output)")
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("AlbumQuery") == true)
      #expect(try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("AlbumsQuery") == false)
    }
  }
}
