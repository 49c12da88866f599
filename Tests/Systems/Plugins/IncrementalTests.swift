import Foundation
import Testing

extension PluginTests {
  /// What a second build does.
  @Suite struct Incremental {
    @Test func `nothing changed runs nothing`() throws {
      let package = try TestPackage(MusicSample.files)
      let first = try package.build(showsCommands: true)
      #expect(first.succeeded, "\(first.output)")
      #expect(first.ranTool())
      #expect(try package.outputs().keys.sorted() == MusicSample.outputNames)
      let outputs = try package.outputs()
      let record = package.outputFolder().appending(path: "Schema.graphql.swift.record")
      #expect(try String(contentsOf: record, encoding: .utf8).hasPrefix("apusc record "))
      let arguments = package.outputFolder().appending(path: "Schema.graphql.swift.record.arguments")
      #expect(try String(contentsOf: arguments, encoding: .utf8).contains("\n--pair\n"))
      // SwiftPM links a tool of several modules once more in the build behind the one that made it.
      #expect(try package.build().succeeded)
      let compilations = try package.compilations()
      let second = try package.build(showsCommands: true)
      #expect(second.succeeded)
      #expect(!second.ranTool())
      #expect(try package.compiled(since: compilations) == [])
      #expect(try package.outputs() == outputs)
    }

    @Test func `an edited document alone is written and compiled`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      let before = try package.outputs()
      let compilations = try package.compilations()
      try package.write("query Albums { albums { id genre year } }", to: "Sources/App/Lists/Albums.graphql")
      let run = try package.build(showsCommands: true)
      #expect(run.succeeded, "\(run.output)")
      #expect(run.ranTool())
      #expect(try package.compiled(since: compilations) == ["Lists_Albums.graphql.swift"])
      #expect(try package.changed(since: before) == ["Lists_Albums.graphql.swift"])
      #expect(try package.outputs()["Lists_Albums.graphql.swift"]?.text.contains("let year: Int?") == true)
    }

    @Test func `an edit that means nothing compiles nothing`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      let before = try package.outputs()
      let compilations = try package.compilations()
      try package.write("# The list.\n" + MusicSample.albums, to: "Sources/App/Lists/Albums.graphql")
      let run = try package.build(showsCommands: true)
      #expect(run.succeeded, "\(run.output)")
      #expect(run.ranTool())
      #expect(try package.compiled(since: compilations) == [])
      #expect(try package.outputs() == before)
    }

    @Test func `an edited fragment reaches what spreads it`() throws {
      var files = MusicSample.files
      files["Sources/App/main.swift"] = "print(AlbumQuery.operationDocument)"
      let package = try TestPackage(files)
      #expect(try package.build().succeeded)
      let first = try package.swift(["run", "--skip-build", "App"])
      #expect(first.output.hasSuffix("fragment AlbumParts on Album{title}\n"), "\(first.output)")
      let before = try package.outputs()
      try package.write(
        "fragment AlbumParts on Album { title year }", to: "Sources/App/Fragments/AlbumParts.graphql")
      #expect(try package.build().succeeded)
      // The program is what the documents say now, whatever was compiled and linked again for it.
      let second = try package.swift(["run", "--skip-build", "App"])
      #expect(second.output.hasSuffix("fragment AlbumParts on Album{title year}\n"), "\(second.output)")
      #expect(
        try package.changed(since: before) == ["Album.graphql.swift", "Fragments_AlbumParts.graphql.swift"])
      #expect(try package.outputs()["Album.graphql.swift"]?.text.contains("let year: Int?") == true)
    }

    @Test func `an edited schema reaches everything`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      let before = try package.outputs()
      let schema = MusicSample.schema.replacingOccurrences(of: "title: String!", with: "title: String")
      try package.write(schema, to: "Sources/App/schema.graphqls")
      #expect(try package.build().succeeded)
      #expect(
        try package.changed(since: before) == ["Album.graphql.swift", "Fragments_AlbumParts.graphql.swift"])
    }

    @Test func `a document is added, renamed and removed`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      // Two files of one name in two folders.
      try package.write("query Titles { albums { title } }", to: "Sources/App/Other/Albums.graphql")
      let added = try package.build()
      #expect(added.succeeded, "\(added.output)")
      #expect(try package.outputs()["Other_Albums.graphql.swift"] != nil)
      try package.move("Sources/App/Other/Albums.graphql", to: "Sources/App/Other Lists/Ä_Titles.graphql")
      let renamed = try package.build()
      #expect(renamed.succeeded, "\(renamed.output)")
      #expect(try package.outputs()["Other Lists_Ä__Titles.graphql.swift"] != nil)
      try package.remove("Sources/App/Other Lists/Ä_Titles.graphql")
      let removed = try package.build()
      #expect(removed.succeeded, "\(removed.output)")
      // What its operation was called is free again: nothing of it is compiled any more.
      try package.write("struct TitlesQuery {}", to: "Sources/App/Titles.swift")
      let last = try package.build()
      #expect(last.succeeded, "\(last.output)")
    }

    @Test func `a deleted output comes back`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      let before = try package.outputs()
      let output = package.outputFolder().appending(path: "Album.graphql.swift")
      try FileManager.default.removeItem(at: output)
      let run = try package.build(showsCommands: true)
      #expect(run.succeeded)
      #expect(run.ranTool())
      #expect(try package.outputs().mapValues(\.text) == before.mapValues(\.text))
      #expect(try package.changed(since: before) == ["Album.graphql.swift"])
    }

    @Test func `a failing document leaves the last good outputs`() throws {
      let package = try TestPackage(MusicSample.files)
      #expect(try package.build().succeeded)
      let before = try package.outputs()
      try package.write("query Albums { albums { id titel } }", to: "Sources/App/Lists/Albums.graphql")
      try package.write(
        "fragment AlbumParts on Album { year }", to: "Sources/App/Fragments/AlbumParts.graphql")
      let path = package.path("Sources/App/Lists/Albums.graphql")
      for _ in 0..<2 {
        let run = try package.build()
        #expect(!run.succeeded)
        #expect(
          run.lines(about: path).prefix(3) == [
            "\(path):1:28: error: Cannot query field \"titel\" on type \"Album\". Did you mean \"title\"? [unknown-field]",
            "1 | query Albums { albums { id titel } }",
            "  |                            ^~~~~",
          ], "\(run.output)")
        #expect(try package.outputs() == before)
      }
      try package.write(MusicSample.albums, to: "Sources/App/Lists/Albums.graphql")
      let mended = try package.build()
      #expect(mended.succeeded)
      #expect(
        try package.changed(since: before) == ["Album.graphql.swift", "Fragments_AlbumParts.graphql.swift"])
    }

    @Test func `a linked document is compiled where its link is`() throws {
      let package = try TestPackage(MusicSample.files)
      try package.write("query Linked { albums { title } }", to: "Outside/Linked.graphql")
      try FileManager.default.createSymbolicLink(
        at: package.url("Sources/App/Linked.graphql"),
        withDestinationURL: package.url("Outside/Linked.graphql"))
      let first = try package.build()
      #expect(first.succeeded, "\(first.output)")
      #expect(try package.outputs()["Linked.graphql.swift"]?.text.contains("LinkedQuery") == true)
      #expect(try FileManager.default.contentsOfDirectory(atPath: package.path("Outside")).count == 1)
      try package.write("query Linked { albums { year } }", to: "Outside/Linked.graphql")
      #expect(try package.build().succeeded)
      #expect(try package.outputs()["Linked.graphql.swift"]?.text.contains("let year") == true)
    }
  }
}
