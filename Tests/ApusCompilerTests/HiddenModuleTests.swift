import ApusDiagnostics
import Testing

@testable import ApusCompiler

/// An unknown fragment that another module has.
@Suite(.timeLimit(.minutes(5))) struct HiddenModuleTests {
  @Test(arguments: HiddenModule.Reason.allCases)
  func saysWhichModuleHasIt(_ reason: HiddenModule.Reason) throws {
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
}
