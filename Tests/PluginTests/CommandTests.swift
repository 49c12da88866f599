import Foundation
import Testing

extension PluginTests {
  /// `swift package apus …`.
  @Suite struct Commands {
    @Test func checkFindsSchemaAndDocuments() throws {
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

    @Test func otherCommandsGetTheirArguments() throws {
      let package = try TestPackage(MusicSample.files)
      let explain = try package.swift(["package", "apus", "explain", "syntax-error"])
      #expect(explain.output.contains("\nsyntax-error: ") || explain.output.hasPrefix("syntax-error: "))
      let manifest = try package.swift(["package", "apus", "manifest", "--format", "plain"])
      #expect(manifest.output.contains("\"Album\": {\"id\": \""), "\(manifest.output)")
    }
  }
}
