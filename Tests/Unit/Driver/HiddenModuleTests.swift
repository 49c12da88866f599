import ApusSource
import TestSupport
import Testing

@testable import ApusDriver

/// An unknown fragment that another module has.
@Suite(.timeLimit(.minutes(15))) struct HiddenModuleTests {
  @Test(arguments: HiddenModule.Reason.allCases.filter { $0 != .swiftFiles })
  func `says which module has it`(_ reason: HiddenModule.Reason) throws {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { title: String }", "app/a.graphql": "query A { ...Row ...None }",
      "lib/Parts/row.graphql": "fragment Other on Query { title }\nfragment Row on Query { title }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["app/a.graphql"])])
    inputs.hiddenModules = [HiddenModule("Lib", reason, paths: [folder["lib"]])]
    let errors = Pipeline.check(inputs).diagnostics
    #expect(errors.map(\.message) == ["Unknown fragment \"Row\".", "Unknown fragment \"None\"."])
    #expect(errors.map(\.notes.count) == [1, 0])
    let note = try #require(errors.first?.notes.first)
    #expect(note.range?.file.path == folder["lib/Parts/row.graphql"])
    #expect(note.range?.position.line == 2)
    #expect(reason == .xcode || note.message.contains("\"Lib\""))
  }

  private func explained(_ modules: (TemporaryFolder) -> [HiddenModule]) throws -> [Diagnostic] {
    let folder = try TemporaryFolder([
      "s.graphqls": "type Query { title: String }", "app/a.graphql": "query A { ...Row }",
      "lib/row.graphql": "fragment Row on Query { title }", "lib/other.graphql": "query Row { title }",
      "two/row.graphql": "fragment Row on Query { title }",
    ])
    var inputs = Inputs(
      schemas: [folder["s.graphqls"]], documents: [Document(path: folder["app/a.graphql"])])
    inputs.hiddenModules = modules(folder)
    return Pipeline.check(inputs).diagnostics.filter { $0.code == .unknownFragment }
  }

  @Test func `a module's documents can be named one by one`() throws {
    let errors = try explained { folder in
      [
        HiddenModule(
          "Lib", .noDependency,
          paths: [folder["lib/other.graphql"], folder["lib/none.graphql"], folder["lib/row.graphql"]])
      ]
    }
    let notes = errors.flatMap(\.notes)
    #expect(notes.compactMap { $0.range?.file.path.hasSuffix("/lib/row.graphql") } == [true])
    #expect(notes.first?.range.map { $0.file.text($0.start, $0.end) } == "Row")
  }

  @Test func `each module that has it is named, and an operation of that name is not it`() throws {
    let errors = try explained { folder in
      [
        HiddenModule("One", .internal, paths: [folder["lib"]]),
        HiddenModule("Two", .internal, paths: [folder["two"]]),
        HiddenModule("Three", .internal, paths: [folder["lib/other.graphql"]]),
      ]
    }
    #expect(
      errors.flatMap(\.notes).map(\.message)
        == ["One", "Two"].map {
          "The module \"\($0)\" defines it, but its code is internal. Write \"accessLevel\": \"public\" in its apus.json."
        })
  }

  @Test func `the file itself, listed in another target too, is not where it is defined`() throws {
    let errors = try explained { folder in [HiddenModule("Lib", .xcode, paths: [folder["app"]])] }
    #expect(errors.count == 1 && errors.flatMap(\.notes).isEmpty)
  }
}
