import Foundation
import Testing

extension PluginTests {
  /// A package with the settings of a project that Xcode 26 makes: Swift 5 mode, isolated to the main actor by default.
  ///
  /// The flag is newer than Swift 6.1, whose manifests have no name for it.
  @Suite struct Settings {
    #if compiler(>=6.2)
      @Test func `decodes off the main actor in Swift 5 mode`() throws {
        let package = try TestPackage(
          targets: """
            .executableTarget(
              name: "App", dependencies: [apus],
              swiftSettings: [
                .swiftLanguageMode(.v5), .unsafeFlags(["-default-isolation", "MainActor"]),
                .enableUpcomingFeature("InferIsolatedConformances"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
              ],
              plugins: [plugin]),
            """,
          [
            "Sources/App/schema.graphqls": Self.schema,
            "Sources/App/Zoo.graphql": Self.document,
            "Sources/App/Main.swift": Self.program,
          ])

        let first = try package.swift(["run", "App"])
        #expect(first.succeeded, "\(first.output)")
        #expect(first.output.contains("Tom purrs, Rex, called R"), "\(first.output)")
        #expect(!first.output.contains("warning:"), "\(first.output)")

        // A mistake in the document is told at its place.
        try package.write(
          Self.document.replacing("purrs", with: "pursr"), to: "Sources/App/Zoo.graphql")
        let wrongDocument = try package.build()
        #expect(!wrongDocument.succeeded)
        #expect(wrongDocument.output.contains("Zoo.graphql:1:52: error: "), "\(wrongDocument.output)")
        #expect(wrongDocument.output.contains(#"Did you mean "purrs"?"#), "\(wrongDocument.output)")

        // So is one in the code: a field that is no longer selected.
        try package.write(
          Self.document.replacing("... on Cat { purrs }", with: "... on Cat { nickname }"),
          to: "Sources/App/Zoo.graphql")
        let wrongCode = try package.build()
        #expect(!wrongCode.succeeded)
        #expect(wrongCode.output.contains("has no member 'purrs'"), "\(wrongCode.output)")

        try package.write(Self.document, to: "Sources/App/Zoo.graphql")
        let mended = try package.swift(["run", "App"])
        #expect(mended.succeeded, "\(mended.output)")
        #expect(mended.output.contains("Tom purrs, Rex, called R"), "\(mended.output)")
      }
    #endif

    private static let schema = """
      type Query { animals: [Animal!]! }
      interface Animal { name: String! nickname: String }
      type Cat implements Animal { name: String! nickname: String purrs: Boolean! }
      type Dog implements Animal { name: String! nickname: String }
      """
    private static let document = """
      query Zoo { animals { ...Tag nickname ... on Cat { purrs } } }
      fragment Tag on Animal { name }
      """
    private static let program = ##"""
      import Apus

      @main
      struct Main {
        static func main() async throws {
          let json = #"{"animals": [{"__typename": "Cat", "name": "Tom", "nickname": null, "purrs": true}, "#
            + #"{"__typename": "Dog", "name": "Rex", "nickname": "R"}]}"#
          let zoo = try await Task.detached { try read(json) }.value
          print(zoo.animals.map(line).joined(separator: ", "))
        }

        nonisolated static func read(_ json: String) throws -> ZooQuery.Data { try ZooQuery.Data(json: json) }

        static func line(_ animal: ZooQuery.Data.Animal) -> String {
          switch animal {
          case .cat(let cat): cat.purrs ? "\(name(cat)) purrs" : name(cat)
          case .other(let other): "\(name(other)), called \(other.nickname ?? "nothing")"
          }
        }

        nonisolated static func name(_ animal: some TagFragment) -> String { animal.name }
      }
      """##

    /// The address sanitizer looks for leaks in every program of the build, the tool among them.
    @Test func `a build with the address sanitizer succeeds`() throws {
      let package = try TestPackage(MusicSample.files)
      let folder = package.path(".build")
      let run = try package.swift(["build", "--sanitize=address", "--scratch-path", folder])
      #expect(run.succeeded, "\(run.output)")
    }
  }
}
