import ApusDriver
import ApusTool
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct EditorConfigurationWritingTests {
  @Test func `a file that was written reads back`() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "Sources/App/schema.graphqls": "", "Sources/App/A.graphql": "",
    ])
    let target = folder["Sources/App"]
    let root = EditorConfiguration.root(around: target)
    #expect(root == folder.path)
    let text = EditorConfiguration.text(root: root, schemas: [target + "/schema.graphqls"], folder: target)
    #expect(
      text
        == "{\n  \"schema\": \"Sources/App/schema.graphqls\",\n  \"documents\": \"Sources/App/**/*.graphql\"\n}\n"
    )
    try folder.write(text, to: ".graphqlrc.json")
    let project = EditorConfiguration.read(folder[".graphqlrc.json"]).configuration.project(for: [])
    #expect(project.schemas == [folder["Sources/App/schema.graphqls"]])
    #expect(project.includes(folder["Sources/App/A.graphql"]) && !project.includes(folder["B.graphql"]))
  }
}
