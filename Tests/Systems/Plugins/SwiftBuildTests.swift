import Foundation
import Testing

extension PluginTests {
  /// The build system that Xcode and SwiftPM are to share. It does not tell what it runs, so files are looked at.
  @Suite struct SwiftBuild {
    @Test func `only what changed is written`() throws {
      let package = try TestPackage(MusicSample.files)
      package.buildOptions = ["--build-system", "swiftbuild"]
      let first = try package.build()
      #expect(first.succeeded, "\(first.output)")
      #expect(try package.outputs().keys.sorted() == MusicSample.outputNames)
      let before = try package.outputs()
      #expect(try package.build().succeeded)
      #expect(try package.outputs() == before)
      try package.write("query Albums { albums { id genre year } }", to: "Sources/App/Lists/Albums.graphql")
      #expect(try package.build().succeeded)
      #expect(try package.changed(since: before) == ["Lists_Albums.graphql.swift"])
      try package.write("query Albums { albums { titel } }", to: "Sources/App/Lists/Albums.graphql")
      let failed = try package.build()
      #expect(!failed.succeeded)
      #expect(failed.output.contains("Cannot query field \"titel\" on type \"Album\"."), "\(failed.output)")
    }
  }
}
