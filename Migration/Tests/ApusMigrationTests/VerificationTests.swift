import Foundation
import Testing

@testable import ApusMigration

/// Attributes errors of builds to the user or to the program. `Projects/verify` builds an app in each state of a move.
@Suite(.timeLimit(.minutes(5))) struct VerificationTests {
  @Test func `reads errors of compilers once each`() {
    let output = """
      Building for debugging...
      /app/A.swift:3:5: error: cannot find 'x' in scope
       3 |   x
         |   `- error: cannot find 'x' in scope
      /app/A.swift:3:5: error: cannot find 'x' in scope
      /app/A.swift:4:1: warning: this is no error: said a person
      B:C/B.swift:12: error: value of type 'A' has no member 'b: error: c'
      <unknown>:0: error: fatal error encountered
      error: emit-module command failed with exit code 1
      /app/a.graphql:1:9: error: Unknown field. [unknown-field]
      /app/a.c:2:10: fatal error: 'a.h' file not found
      """
    let found = CompilerError.all(in: output)
    #expect(found.map(\.path) == ["/app/A.swift", "B:C/B.swift", "<unknown>", "/app/a.graphql", "/app/a.c"])
    #expect(found.map(\.line) == [3, 12, 0, 1, 2])
    #expect(found.map(\.message)[1] == "value of type 'A' has no member 'b: error: c'")
  }

  /// A line of the file after the edits, and after what people changed, is what the migration made of it.
  @Test func `finds what a line is to the migration`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query A { a }",
      "App/a.swift": """
      import Apollo
      let c: ApolloClient = make()
      final class Model {
        var other = 1
        func load() {
          c.fetch(query: AQuery()) {
            print($0)
          }
        }
        var store: ApolloStore?
      }

      """,
    ])
    let project = shape.project()
    let file = try #require(project.sources.files.first)
    _ = try project.write()
    let written = try shape.text(of: "App/a.swift")
    #expect(
      written.hasPrefix("import Apus\nimport ApusClient\nlet c: GraphQLClient = make()\n"), "\(written)")
    func lines(_ text: String) -> String {
      let map = PlaceMap(file, now: Array(text.utf8))
      let count = text.components(separatedBy: "\n").count
      return (1...count).map { number in
        switch map.line(number) {
        case .listed: "L"
        case .changed: "C"
        case .edited: "E"
        case .untouched: "-"
        }
      }.joined()
    }
    #expect(lines(written) == "EEE---LLL-L--")
    #expect(lines("// Mine\n" + written.replacing("other = 1", with: "other = 2")) == "CEEE-C-LLL-L--")
    #expect(PlaceMap(file, now: Array(written.utf8)).remaining == 2)
    let mended = written.replacing("  var store: ApolloStore?\n", with: "")
    #expect(PlaceMap(file, now: Array(mended.utf8)).remaining == 1)
  }

  /// Whatever people write between the lines, the lines that they leave are found.
  @Test func `finds lines after any change`() throws {
    let text = (0..<40).map { "let v\($0): ApolloStore? = nil\n" }.joined()
    let shape = try Shape(files: ["App/a.swift": "import Apollo\n" + text])
    let file = try #require(shape.project().sources.files.first)
    let edited = String(decoding: SourceEdit.apply(file.edits, to: file.source), as: UTF8.self)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      var lines = edited.components(separatedBy: "\n")
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        let at = Int.random(in: 0..<lines.count, using: &random)
        if Bool.random(using: &random) { lines[at] = "// mine" } else { lines.insert("// mine", at: at) }
      }
      let map = PlaceMap(file, now: Array(lines.joined(separator: "\n").utf8))
      for (number, line) in lines.enumerated() {
        switch map.line(number + 1) {
        case .changed: #expect(line == "// mine")
        case .listed: #expect(line.contains("Apollo"))
        default: #expect(!line.contains("Apollo"))
        }
      }
    }
  }

  @Test func `chooses the command that builds the app`() throws {
    let package = try Shape(files: ["Package.swift": "", "App.xcodeproj/project.pbxproj": ""])
    #expect(try AppBuild(of: package.path, given: nil).command.text == "swift build --build-tests")
    #expect(try AppBuild(of: package.path, given: "make app").command.words == ["sh", "-c", "make app"])
    let nothing = try Shape(files: ["a.swift": ""])
    #expect(throws: VerificationFault.self) { try AppBuild(of: nothing.path, given: nil) }
  }

  /// `xcodebuild -list -json` lists the schemes of a project or a workspace.
  @Test(arguments: [
    (#"{"project": {"schemes": ["App"]}}"#, ["App"]),
    (#"{"workspace": {"schemes": ["One", "Two"]}}"#, ["One", "Two"]), (#"{"project": {}}"#, []), ("", []),
  ])
  func `reads the schemes of a project`(_ list: String, _ expected: [String]) {
    #expect(AppBuild.schemes(in: list) == expected)
  }

  @Test func `does not take a build that fails without a place for one without errors`() {
    for text in ["", "error: no such product\n", "clang: error: linker command failed"] {
      let output = BuildOutput(text, status: 1)
      #expect(output.errors.isEmpty)
      #expect(!output.succeeded)
    }
    #expect(throws: VerificationFault.self) {
      try AppBuild(of: "/", given: "no-such-program-anywhere").run()
    }
  }
}
