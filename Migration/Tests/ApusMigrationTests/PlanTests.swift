import Foundation
import Testing

@testable import ApusMigration

/// Files that several configurations find.
@Suite(.timeLimit(.minutes(5))) struct PlanTests {
  private func configuration(_ name: String, schema: String, documents: String) -> String {
    """
    {"schemaNamespace": "\(name)API",
     "input": {"schemaSearchPaths": ["\(schema)"], "operationSearchPaths": ["\(documents)"]},
     "output": {"schemaTypes": {"path": "Generated", "moduleType": {"embeddedInTarget": {"name": "\(name)"}}}, "operations": "inSchemaModule"}}
    """
  }

  private let manifest = """
    let package = Package(name: "P", targets: [
      .target(name: "App", path: "App"), .target(name: "Widget", path: "Widget")])
    """

  @Test func `a schema that two configurations name stays`() throws {
    let shape = try Shape(files: [
      "Package.swift": manifest, "Schema/schema.graphqls": "type Query { a: Int b: Int }",
      "App/apollo-codegen-config.json": configuration(
        "App", schema: "../Schema/schema.graphqls", documents: "*.graphql"),
      "Widget/apollo-codegen-config.json": configuration(
        "Widget", schema: "../Schema/schema.graphqls", documents: "*.graphql"),
      "App/A.graphql": "query A { a }", "Widget/B.graphql": "query B { b }",
    ])
    let targets = shape.project().migrations.flatMap(\.targets)
    #expect(targets.map(\.name) == ["App", "Widget"])
    #expect(targets.flatMap(\.moves).isEmpty)
    for target in targets {
      #expect(target.configurationText.contains("\"schema\": \"../Schema/schema.graphqls\""))
    }
  }

  @Test func `a document has one owner`() throws {
    let shape = try Shape(files: [
      "Package.swift": manifest, "schema.graphqls": "type Query { a: Int b: Int }",
      "apollo-codegen-config.json": configuration(
        "App", schema: "schema.graphqls", documents: "**/*.graphql"),
      "Widget/apollo-codegen-config.json": configuration(
        "Widget", schema: "../schema.graphqls", documents: "../Documents/Widget/*.graphql"),
      "Documents/App/A.graphql": "query A { a ...Row }", "Documents/Widget/B.graphql": "query B { b ...Row }",
      "Documents/Widget/Row.graphql": "fragment Row on Query { a }", "Widget/C.graphql": "query C { b }",
    ])
    let project = shape.project()
    let documents = project.migrations.map {
      $0.targets.flatMap(\.documents).map { ($0 as NSString).lastPathComponent }
    }
    #expect(documents == [["B.graphql", "Row.graphql"], ["A.graphql", "C.graphql"]])
    let moved = project.migrations.flatMap(\.targets).flatMap(\.moves).map(\.from)
    #expect(Set(moved).count == moved.count)
    let report = ProjectReport(project).text
    #expect(report.contains("2 documents that are found are compiled in Widget"), "\(report)")
    #expect(project.migrations.flatMap(\.diagnostics).isEmpty)
  }

  @Test func `a target has one schema`() throws {
    let shape = try Shape(files: [
      "Package.swift": manifest, "one.graphqls": "type Query { a: Int }",
      "two.graphqls": "type Query { b: Int }",
      "One/apollo-codegen-config.json": configuration(
        "App", schema: "../one.graphqls", documents: "*.graphql"),
      "Two/apollo-codegen-config.json": configuration(
        "App", schema: "../two.graphqls", documents: "*.graphql"),
      "One/A.graphql": "query A { a }", "Two/B.graphql": "query B { b }", "App/a.swift": "",
    ])
    let project = shape.project()
    #expect(ProjectReport(project).text.contains("a target has one schema"))
    let written = try project.write()
    #expect(written.count { $0.contains("apus.json") } == 1)
  }

  /// A folder need not have the name of the target that compiles its files.
  @Test func `names targets as the project does`() throws {
    func id(_ number: Int) -> String { String(repeating: "A", count: 23) + String(number) }
    let project = """
      \t\t\(id(1)) /* Shop */ = {
      \t\t\tisa = PBXNativeTarget;
      \t\t\tbuildPhases = (
      \t\t\t\t\(id(2)) /* Sources */,
      \t\t\t);
      \t\t\tname = "Shop App";
      \t\t};
      \t\t\(id(2)) /* Sources */ = {
      \t\t\tisa = PBXSourcesBuildPhase;
      \t\t\tfiles = (
      \t\t\t\t\(id(3)) /* Screen.swift in Sources */,
      \t\t\t);
      \t\t};
      \t\t\(id(4)) /* Widget */ = {
      \t\t\tisa = PBXNativeTarget;
      \t\t\tfileSystemSynchronizedGroups = (
      \t\t\t\t\(id(5)) /* Extras */,
      \t\t\t);
      \t\t\tname = Widget;
      \t\t};
      """
    let targets = XcodeTargets(project)
    #expect(targets.names == ["Shop App", "Widget"])
    #expect(targets.target(of: "Code/Screens/Screen.swift") == "Shop App")
    #expect(targets.target(of: "Extras/Row.swift") == "Widget")
    #expect(targets.target(of: "Code/Other.swift") == nil)
    let shape = try Shape(files: [
      "Shop.xcodeproj/project.pbxproj": project, "Code/Screen.swift": "import Apollo",
      "Extras/Row.swift": "import Apollo",
    ])
    let report = shape.report()
    #expect(report.hasPrefix("Shop App: ") && report.contains("\nWidget: "), "\(report)")
  }

  /// Whichever files there are, and whichever configurations find them.
  @Test func `each document is compiled once and moves at most once`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<24 {
      var files = ["Package.swift": manifest, "Shared/schema.graphqls": "type Query { a: Int }"]
      let folders = ["App", "App/In", "Widget", "Shared", "Shared/In"]
      for (number, folder) in folders.enumerated() where Bool.random(using: &random) {
        files["\(folder)/D\(number).graphql"] = "query D\(number) { a }"
      }
      let patterns = [
        "../**/*.graphql", "*.graphql", "../Shared/*.graphql", "../Shared/**/*.graphql",
        "../App/**/*.graphql",
      ]
      for name in ["App", "Widget"] {
        files["\(name)/apollo-codegen-config.json"] = configuration(
          name, schema: "../Shared/schema.graphqls", documents: patterns.randomElement(using: &random) ?? "*")
      }
      let shape = try Shape(files: files)
      let targets = shape.project().migrations.flatMap(\.targets)
      let documents = targets.flatMap(\.documents)
      #expect(Set(documents).count == documents.count, "\(files)")
      #expect(!targets.flatMap(\.moves).contains { $0.from.hasSuffix(".graphqls") }, "\(files)")
      for target in targets {
        for move in target.moves { #expect(target.documents.contains(move.from), "\(files)") }
      }
    }
  }
}
