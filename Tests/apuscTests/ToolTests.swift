import Foundation
import Testing

@testable import apusc

struct ToolTests {
  @Test func wrongCommandLinesEndWithTwo() {
    let run = run("chekc")
    #expect(run.code == .wrongUsage)
    #expect(
      run.failure
        == "apusc: error: 'chekc' is no command of apusc. Did you mean \"check\"?\nSee 'apusc --help'.\n")
    #expect(self.run().code == .wrongUsage)
    #expect(self.run("check").failure == "apusc: error: PATH… is missing.\nSee 'apusc check --help'.\n")
    #expect(self.run("check", "--format", "xml", ".").code == .wrongUsage)
  }

  @Test func everyCommandHasHelp() {
    for command in Command.all {
      let run = run(command.syntax.name, "--help")
      #expect(run.code == .success)
      #expect(run.result.contains("Usage: apusc \(command.syntax.name)"))
      #expect(run.result == self.run("help", command.syntax.name).result)
      #expect(self.run("--help").result.contains("  \(command.syntax.name) "))
    }
  }

  @Test func versionAndHelpEndWithZero() {
    #expect(run("--version").result == "apusc \(Version.current)\n")
    #expect(run("--help").code == .success)
  }

  @Test func explainsACode() {
    let page = run("explain", "syntax-error")
    #expect(page.code == .success)
    #expect(page.result.hasPrefix("syntax-error: "))
    #expect(run("explain").result.contains("\nsyntax-error"))
    #expect(run("explain", "sintax-error").failure.contains("Did you mean \"syntax-error\"?"))
  }

  @Test func invalidInputEndsWithOne() {
    let run = run("check", "--format", "json", "/nothing/here")
    #expect(run.code == .invalidInput)
    #expect(run.result.hasPrefix("{\"path\":\"/nothing/here\",\"line\":null"))
    #expect(run.failure.isEmpty)
  }

  @Test func readsArgumentsFromAFile() throws {
    let path = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("--format\r\njson\n/nothing/here\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(run("check", "@" + path).result.hasPrefix("{\"path\":\"/nothing/here\""))
    #expect(run("check", "@/nothing/here").code == .wrongUsage)
  }

  @Test func checkReportsWhatGenerateWould() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { kind: CardData price: Money } enum CardData { A } scalar Money",
      "Home.graphql": "query Home { ...Card price } fragment Card on Query { kind }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    let schema = folder + "/schema.graphqls"
    let check = run("check", "--schema", schema, folder)
    #expect(check.code == .success)
    #expect(check.failure.contains("This is \"CardFragmentData\" in Swift"))
    #expect(check.failure.contains("The scalar \"Money\" is any JSON"))
    let generate = run("generate", "--schema", schema, "--output", folder + "/out", folder)
    #expect(check.failure == generate.failure)
  }

  @Test func recordsARunWhereItIsTold() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { price: Money } scalar Money", "Home.graphql": "query Home { price }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    func generate(_ more: String...) -> String {
      run(
        ["generate", "--schema", folder + "/schema.graphqls", "--output", folder + "/out"] + more + [folder]
      )
      .failure
    }
    let warning = generate()
    #expect(warning.contains("The scalar \"Money\" is any JSON"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    #expect(generate("--record", folder + "/record") == warning)
    let record = try String(contentsOfFile: folder + "/record", encoding: .utf8)
    #expect(record.hasPrefix("apusc record 1 "))
    #expect(generate("--record", folder + "/record") == warning)
  }

  @Test func whatIsPackageElsewhereCannotBeUsed() throws {
    let folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder + "/App", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in [
      "schema.graphqls": "type Query { name: String }", "Parts.graphql": "fragment Parts on Query { name }",
      "apus.json": #"{ "accessLevel": "package" }"#, "App/Home.graphql": "query Home { ...Parts }",
    ] { try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    func check(_ more: String...) -> (code: ExitCode, result: String, failure: String) {
      run(
        [
          "check", "--schema", folder + "/schema.graphqls", "--dependency-config", "API",
          folder + "/apus.json",
          "--dependency", "API", folder + "/Parts.graphql",
        ] + more + [folder + "/App"])
    }
    #expect(check().code == .success)
    #expect(check("--other-package", "API").failure.contains("Unknown fragment \"Parts\"."))
  }

  private func run(_ arguments: String...) -> (code: ExitCode, result: String, failure: String) {
    run(arguments)
  }

  private func run(_ arguments: [String]) -> (code: ExitCode, result: String, failure: String) {
    var result = ""
    var failure = ""
    let output = Output(result: { result += $0 }, failure: { failure += $0 })
    let code = Tool.run(arguments, output: output)
    return (code, result, failure)
  }
}
