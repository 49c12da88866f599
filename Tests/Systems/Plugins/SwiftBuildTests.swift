import Foundation
import Testing

extension PluginTests {
  /// The build system that Xcode and SwiftPM are to share. It does not tell what it runs, so files are looked at.
  @Suite(
    .enabled("This toolchain has no --build-system swiftbuild.") {
      let run = try BuildRun(of: ["build", "--help"])
      try #require(run.succeeded, "\(run.output)")
      return run.output.contains("swiftbuild")
    })
  struct SwiftBuild {
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

    @Test func `documents in Swift files are compiled, and only what changed is written`() throws {
      let package = try TestPackage(plugin: "ApusSwiftPlugin", SwiftFileTests.files)
      package.buildOptions = ["--build-system", "swiftbuild"]
      let first = try package.build()
      try #require(first.succeeded, "\(first.output)")
      let before = try package.outputs()
      #expect(before.keys.sorted() == SwiftFileTests.outputNames)
      try package.write(
        SwiftFileTests.row("title", head: "// A comment.\n"), to: "Sources/App/Views/Row.swift")
      #expect(try package.build().succeeded)
      #expect(try package.outputs() == before)
      // The literal and its use. The query that spreads the fragment sends it.
      try package.write(SwiftFileTests.row("name: title"), to: "Sources/App/Views/Row.swift")
      let edited = try package.build()
      #expect(edited.succeeded, "\(edited.output)")
      #expect(
        try package.changed(since: before) == ["Views_Row.swift.graphql.swift", "main.swift.graphql.swift"])
      try package.write(SwiftFileTests.row("titel"), to: "Sources/App/Views/Row.swift")
      let failed = try package.build()
      #expect(!failed.succeeded)
      #expect(
        failed.output.contains("Views/Row.swift:6:9: error: Cannot query field \"titel\""), "\(failed.output)"
      )
    }
  }
}
