import Foundation
import TestSupport
import Testing

/// Documents in Swift files: what builds do with them.
extension PluginTests {
  @Suite(.timeLimit(.minutes(60))) struct SwiftFileTests {
    static let files = [
      "Sources/App/schema.graphqls": MusicSample.schema,
      "Sources/App/main.swift": """
      import Apus

      let query: GraphQLSource = ""\"
        query Album($id: ID!) {
          album(id: $id) { ...Row }
        }
        ""\"
      let album = try RowData(json: #"{"title": "Blue"}"#)
      print(Row(album: album).text)
      """,
      "Sources/App/Views/Row.swift": Self.row("title"),
      "Sources/App/Plain.swift": "struct Plain {}\n",
    ]

    static let outputNames = ["Plain.swift", "Schema", "Views_Row.swift", "main.swift"].map {
      $0 + ".graphql.swift"
    }

    static func row(_ field: String, head: String = "") -> String {
      """
      import Apus

      \(head)struct Row {
        static let fragment: GraphQLSource = ""\"
            fragment Row on Album {
              \(field)
            }
            ""\"

        let album: RowData
        var text: String { "\\(album.\(field.split(separator: ":")[0]))" }
      }

      """
    }

    @Test func `an edit takes one build, and errors are in the Swift file`() throws {
      let package = try TestPackage(plugin: "ApusSwiftPlugin", Self.files)
      let first = try package.build()
      try #require(first.succeeded, "\(first.output)")
      let outputs = try package.outputs()
      #expect(outputs.keys.sorted() == Self.outputNames)

      // The literal and its use.
      try package.write(Self.row("name: title"), to: "Sources/App/Views/Row.swift")
      let edited = try package.build()
      #expect(edited.succeeded, "\(edited.output)")
      // The query that spreads the fragment sends it.
      #expect(
        try package.changed(since: outputs) == ["Views_Row.swift.graphql.swift", "main.swift.graphql.swift"])

      let current = try package.outputs()
      try package.write(Self.row("titel"), to: "Sources/App/Views/Row.swift")
      let wrong = try package.build()
      #expect(!wrong.succeeded)
      let lines = wrong.lines(about: "Views/Row.swift:6:9: error: Cannot query field \"titel\"")
      #expect(lines.dropFirst().prefix(2) == ["6 |         titel", "  |         ^~~~~"])

      // An edit without GraphQL.
      try package.write(Self.row("name: title", head: "// A comment.\n"), to: "Sources/App/Views/Row.swift")
      let unchanged = try package.build()
      #expect(unchanged.succeeded, "\(unchanged.output)")
      #expect(try package.changed(since: current) == [])

      try package.write(
        "import Apus\nenum Other { static let query: GraphQLSource = \"query Other { __typename }\" }\nlet other = OtherQuery()\n",
        to: "Sources/App/Other.swift")
      let added = try package.build()
      #expect(added.succeeded, "\(added.output)")
      #expect(try package.changed(since: current) == ["Other.swift.graphql.swift"])

      try package.remove("Sources/App/Other.swift")
      let removed = try package.build()
      #expect(removed.succeeded, "\(removed.output)")
      #expect(try package.changed(since: current) == [])
    }

    @Test func `the plugin for GraphQL files reads no Swift file, and says so where a fragment is missing`()
      throws
    {
      let package = try TestPackage([
        "Sources/App/schema.graphqls": MusicSample.schema,
        "Sources/App/album.graphql": "query Album($id: ID!) { album(id: $id) { ...Row } }\n",
        "Sources/App/Row.swift":
          "import Apus\nlet row: GraphQLSource = \"fragment Row on Album { title }\"\nlet other: GraphQLSource = row\n",
      ])
      let failed = try package.build()
      #expect(!failed.succeeded)
      #expect(
        failed.output.contains("album.graphql:1:45: error: Unknown fragment \"Row\""), "\(failed.output)")
      #expect(failed.output.contains("Use ApusSwiftPlugin"), "\(failed.output)")
      #expect(!failed.output.contains("unread-swift-document"), "\(failed.output)")
    }

    /// A sample of the app that `Tests/Benchmarks/swift-files --half` measures.
    @Test func `an app with half of its operations in Swift files builds`() throws {
      let folder = try TemporaryFolder([:])
      let script = Repository.folder.appending(path: "Tests/Benchmarks/swift-files")
      let process = Process()
      process.executableURL = script
      process.arguments = ["--write", folder.path, "--half", "40", "8", "2"]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      let sources = URL(fileURLWithPath: folder["Sources/App"]).resolvingSymlinksInPath()
      var files: [String: String] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: sources.path(percentEncoded: false))
      where name.contains(".") {
        files["Sources/App/" + name] = try String(
          contentsOf: sources.appending(path: name), encoding: .utf8)
      }
      try #require(files.count == 17)
      let package = try TestPackage(plugin: "ApusSwiftPlugin", files)
      let run = try package.build()
      #expect(run.succeeded, "\(run.output)")
      let outputs = try package.outputs()
      for number in 0..<40 {
        let declarations = outputs.filter { $0.value.text.contains("struct Album\(number)Query") }
        // Every other operation of a file is in the `.graphql` file, and files begin with either kind.
        let kind = (number / 8 + number % 8) % 2 == 0 ? ".swift.graphql.swift" : ".graphql.swift"
        #expect(declarations.keys.map { String($0.drop { $0 != "." }) } == [kind], "\(number)")
      }
    }

    @Test func `a module's fragments in Swift files can be spread above it, and commands read them`() throws {
      let package = try TestPackage(
        plugin: "ApusSwiftPlugin",
        targets: """
          .target(name: "Lib", dependencies: [apus], plugins: [plugin]),
          .executableTarget(name: "App", dependencies: [apus, "Lib"], plugins: [plugin]),
          .target(name: "Empty", dependencies: [apus], plugins: [plugin]),
          """,
        [
          "Sources/Lib/schema.graphqls": MusicSample.schema,
          "Sources/Lib/apus.json": #"{ "accessLevel": "public" }"#,
          "Sources/Lib/Row.swift":
            "import Apus\nenum Row { static let fragment: GraphQLSource = \"fragment Row on Album { title }\" }\n",
          "Sources/App/main.swift":
            "import Apus\nimport Lib\nlet query: GraphQLSource = \"query Album($id: ID!) { album(id: $id) { ...Row } }\"\nlet type = AlbumQuery.Data.Album.self == RowData.self\nprint(type)\n",
          "Sources/Empty/Empty.swift": "struct Empty {}\n",
        ])
      let built = try package.build()
      try #require(built.succeeded, "\(built.output)")
      #expect(
        try package.outputs("Empty").keys.sorted() == [
          "Empty.swift.graphql.swift", "Schema.graphql.swift",
        ])

      let check = try package.swift(["package", "apus", "check"])
      #expect(check.succeeded, "\(check.output)")
      let printed = try package.swift(["package", "apus", "print"], standardOutputAlone: true)
      #expect(printed.output.contains("query Album($id"), "\(printed.output)")
      #expect(printed.output.contains("fragment Row on Album"), "\(printed.output)")
    }
  }
}
