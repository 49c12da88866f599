import Foundation
import Testing

@testable import ApusMigration

/// What edits leave as it was: encodings, line ends, permissions, links, and what nobody committed.
@Suite(.timeLimit(.minutes(5))) struct FileTests {
  private let text = "import Apollo\n// ünder\nlet client: ApolloClient\n"

  private func moved(_ bytes: Data, _ name: String = "App/a.swift") throws -> (Shape, Data) {
    let shape = try Shape(files: [
      "apollo-codegen-config.json": #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#
    ])
    try shape.write(bytes, to: name)
    _ = try shape.project().write()
    return (shape, try #require(shape.contents[name]))
  }

  private func utf8(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  @Test func `keeps line ends and the byte order mark`() throws {
    let old = "\u{FEFF}" + text.replacingOccurrences(of: "\n", with: "\r\n")
    let (_, new) = try moved(Data(old.utf8))
    #expect(
      utf8(new) == "\u{FEFF}import Apus\r\nimport ApusClient\r\n// ünder\r\nlet client: GraphQLClient\r\n")
    #expect(Array(new.prefix(3)) == [0xEF, 0xBB, 0xBF])
  }

  @Test func `keeps a file without a line end`() throws {
    let (_, new) = try moved(Data("import Apollo\nlet client: ApolloClient".utf8))
    #expect(utf8(new) == "import Apus\nimport ApusClient\nlet client: GraphQLClient")
  }

  @Test(arguments: [String.Encoding.isoLatin1, .utf16LittleEndian])
  func `lists other encodings`(_ encoding: String.Encoding) throws {
    let old = try #require(text.data(using: encoding))
    let (shape, new) = try moved(old)
    #expect(new == old)
    #expect(shape.report().contains("by hand: App/a.swift: the file is not UTF-8"), "\(shape.report())")
  }

  @Test func `keeps permissions`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "App/a.swift": text,
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o750], ofItemAtPath: shape.path + "/App/a.swift")
    _ = try shape.project().write()
    #expect(try shape.text(of: "App/a.swift").contains("GraphQLClient"))
    let attributes = try FileManager.default.attributesOfItem(atPath: shape.path + "/App/a.swift")
    #expect(attributes[.posixPermissions] as? Int == 0o750)
  }

  @Test func `edits what a link leads to`() throws {
    let outside = try Shape(files: ["b.swift": text])
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "Shared/a.swift": text,
    ])
    let manager = FileManager.default
    try manager.createDirectory(atPath: shape.path + "/App", withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: shape.path + "/App/a.swift", withDestinationPath: "../Shared/a.swift")
    try manager.createSymbolicLink(
      atPath: shape.path + "/App/b.swift", withDestinationPath: outside.path + "/b.swift")
    _ = try shape.project().write()
    #expect(try manager.destinationOfSymbolicLink(atPath: shape.path + "/App/a.swift") == "../Shared/a.swift")
    #expect(try shape.text(of: "Shared/a.swift").contains("GraphQLClient"))
    #expect(try outside.text(of: "b.swift") == text)
    #expect(
      shape.report().contains("by hand: App/b.swift: the link leads out of the folder"), "\(shape.report())")
  }

  /// Names of tools' folders come before those of the app, and their files are many.
  @Test func `looks past folders of tools`() throws {
    var files = [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "Sources/a.swift": text, "Sources/A.graphql": "query A { name }",
    ]
    for folder in [".build", "DerivedData", "Pods/node_modules"] {
      for number in 0..<20 { files["\(folder)/\(number).swift"] = text }
    }
    let shape = try Shape(files: files)
    let project = shape.project(limit: 12)
    #expect(project.faults.isEmpty)
    #expect(project.sources.files.map(\.source.path) == [shape.path + "/Sources/a.swift"])
    var found: [String] = []
    let isWhole = ApolloFiles.walk(shape.path, withTools: true, limit: 12) { found.append($0) }
    #expect(!isWhole)
    #expect(found.contains(shape.path + "/Sources/A.graphql"))
    let small = shape.project(limit: 4)
    #expect(small.faults.count == 1)
    #expect(small.faults.first?.message.contains("more than 4 files and folders") == true)
  }

  /// People edit some generated files, and other tools write `@generated`.
  @Test func `deletes only what Apollo generated`() throws {
    let mark = "// @generated\n"
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "App/API.swift": mark + "import ApolloAPI\n", "App/A.graphql.swift": mark,
      "App/SchemaConfiguration.swift": mark + "import ApolloAPI\n",
      "App/CustomScalars/Date.swift": mark + "import ApolloAPI\n",
      "App/CustomScalars/Money.swift": "struct Money {}\n", "App/Strings.swift": mark + "enum Strings {}\n",
      "App/a.swift": mark + "enum Other {}\n" + String(repeating: "\n", count: 1000) + text,
    ])
    let sources = shape.project().sources
    let names = { (paths: [String]) in paths.map { String($0.dropFirst(shape.path.count + 5)) } }
    #expect(names(sources.generated) == ["A.graphql.swift", "API.swift"])
    #expect(names(sources.editable) == ["CustomScalars/Date.swift", "SchemaConfiguration.swift"])
    #expect(
      names(sources.files.map(\.source.path)) == ["CustomScalars/Money.swift", "Strings.swift", "a.swift"])
    #expect(
      shape.report().contains(
        "move what is yours, then delete them:\n  App/CustomScalars/Date.swift\n  App/SchemaConfiguration.swift\n"
      ))
  }

  @Test func `says what the patch leaves out`() throws {
    let shape = try Shape(files: [
      "App/apollo-codegen-config.json": #"""
      {"schemaNamespace": "API", "input": {"schemaSearchPaths": ["schema.graphqls"]},
       "output": {"schemaTypes": {"path": "../API"}}}
      """#,
      "App/schema.graphqls": "type Query { name: String }",
    ])
    let project = Project(shape.path + "/App")
    let line = "\(shape.path)/API/apus.json is outside the folder: the patch leaves it out"
    #expect(ProjectReport(project).text.contains(line), "\(ProjectReport(project).text)")
    #expect(!shape.report().contains("is outside the folder"))
  }

  @Test func `refuses a folder with changes`() throws {
    let shape = try Shape(files: ["a.swift": text])
    #expect(shape.project().obstacle?.contains("is in no work tree of git") == true)
    for words in [
      ["init", "-q"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "a"],
    ] {
      let git = Process()
      git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      git.arguments = ["git", "-C", shape.path] + words
      try git.run()
      git.waitUntilExit()
      #expect(git.terminationStatus == 0)
    }
    #expect(shape.project().obstacle == nil)
    try shape.write(Data("let a = 1\n".utf8), to: "a.swift")
    #expect(shape.project().obstacle?.contains("has changes that are not committed") == true)
  }

  @Test func `gives lines before and after`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "App/a.swift": "import Apollo\n\nlet store = ApolloStore()\n",
    ])
    #expect(
      shape.report().contains("App/a.swift:3:13 (line 4 after the edits): ApolloStore: by hand: "),
      "\(shape.report())")
  }
}
