@testable import ApusDriver
import Foundation
import TestSupport
import Testing

@testable import ApusTool

@Suite(.timeLimit(.minutes(15))) struct ToolTests {
  @Test func `wrong command lines end with two`() {
    let run = run("chekc")
    #expect(run.code == .wrongUsage)
    #expect(
      run.failure
        == "apus-tool: error: Unknown command 'chekc'. Did you mean \"check\"?\nSee 'apus-tool --help'.\n")
    #expect(
      self.run("--fromat", "check").failure.contains("Unknown option '--fromat'. Write the command first"))
    #expect(self.run().code == .wrongUsage)
    #expect(
      self.run("check").failure == "apus-tool: error: PATH… is missing.\nSee 'apus-tool check --help'.\n")
    #expect(
      self.run("diff").failure
        == "apus-tool: error: OLD NEW PATH… is missing.\nSee 'apus-tool diff --help'.\n")
    #expect(self.run("diff", "a.graphqls").failure.contains("'diff' takes two schemas, OLD and NEW."))
    #expect(self.run("check", "--format", "xml", ".").code == .wrongUsage)
  }

  @Test func `every command has help`() {
    for command in CommandLineTool.tool.commands {
      let run = run(command.syntax.name, "--help")
      #expect(run.code == .success)
      #expect(run.result.contains("Usage: apus-tool \(command.syntax.name)"))
      #expect(run.result == self.run("help", command.syntax.name).result)
      #expect(self.run("--help").result.contains("  \(command.syntax.name) "))
    }
  }

  @Test func `the compiler has what builds run, and says who has the other commands`() {
    func compiler(_ arguments: String...) -> (code: ExitCode, result: String, failure: String) {
      run(arguments, by: .compiler)
    }
    #expect(CommandLineTool.compiler.commands.map(\.syntax.name) == ["generate", "check"])
    let others = CommandLineTool.tool.commands.map(\.syntax.name).dropFirst(2)
    #expect(Array(others) == CommandTable.others)
    for name in others {
      let plugin = ["mock", "fetch-schema"].contains(name) ? "apus-\(name)" : "apus \(name)"
      let refused = compiler(name, ".")
      #expect(refused.code == .wrongUsage)
      #expect(
        refused.failure == """
          apusc: error: Unknown command '\(name)'. Builds do not need it, so it is not a command of apusc. \
          Run 'swift package \(plugin)' or 'apus-tool \(name)'.
          See 'apusc --help'.

          """)
    }
    #expect(compiler("genrate").failure.contains("Unknown command 'genrate'. Did you mean \"generate\"?\n"))
    #expect(compiler("formt").failure.contains("Unknown command 'formt'. Did you mean \"format\"?\n"))
    #expect(compiler("help", "formt").failure.contains("Unknown command 'formt'. Did you mean \"format\"?\n"))
    #expect(compiler("nothing").failure.contains("error: Unknown command 'nothing'.\n"))
    #expect(compiler("--version").result == "apusc \(Version.current)\n")
    #expect(compiler("--help").result.contains("see 'swift package apus --help' or 'apus-tool --help'.\n"))
    #expect(compiler("check", "--help").result.contains("Usage: apusc check [options] PATH…\n"))
    #expect(!run("--help").result.contains("Builds need no others"))
  }

  @Test func `version and help end with zero`() {
    #expect(run("--version").result == "apus-tool \(Version.current)\n")
    #expect(run("--help").code == .success)
  }

  @Test func `explains a code`() {
    let page = run("explain", "syntax-error")
    #expect(page.code == .success)
    #expect(page.result.hasPrefix("syntax-error: "))
    #expect(run("explain").result.contains("\nsyntax-error"))
    #expect(run("explain", "sintax-error").failure.contains("Did you mean \"syntax-error\"?"))
  }

  @Test func `invalid input ends with one`() {
    let run = run("check", "--format", "json", "/nothing/here")
    #expect(run.code == .invalidInput)
    #expect(run.result.hasPrefix("{\"path\":\"/nothing/here\",\"line\":null"))
    #expect(run.failure.isEmpty)
  }

  @Test func `reads arguments from a file`() throws {
    let folder = try TemporaryFolder(["arguments": "--format\r\njson\n/nothing/here\n"])
    #expect(run("check", "@" + folder["arguments"]).result.hasPrefix("{\"path\":\"/nothing/here\""))
    for name in ["/nothing/here", "x"] {
      let missing = run("check", "@" + name)
      #expect(missing.code == .wrongUsage)
      #expect(
        missing.failure.hasPrefix("apus-tool: error: The arguments file '\(name)' cannot be read: "),
        "\(missing.failure)")
    }
    // A single '@' is a path.
    #expect(run("check", "--format", "json", "@").result.hasPrefix("{\"path\":\"@\""))
  }

  @Test func `fetch-schema prints no secret`() {
    let header = run("fetch-schema", "--header", "s3cret", "http://127.0.0.1:1/")
    #expect(header.code == .wrongUsage && !header.failure.contains("s3cret"))
    #expect(header.failure.contains("--header number 1 has no name before a colon."))
    let lost = run(
      "fetch-schema", "--header", "Authorization: Bearer s3cret", "http://me:pa55@127.0.0.1:1/?key=k3y")
    #expect(lost.code == .invalidInput && lost.failure.hasPrefix("error: The request failed."))
    for secret in ["s3cret", "pa55", "k3y"] { #expect(!lost.failure.contains(secret)) }
    #expect(
      run("fetch-schema", "--graphos", "a@").failure.contains("--graphos must be GRAPH@VARIANT, not 'a@'."))
    #expect(
      run("fetch-schema", "--graphos", "a@b", "http://x").failure.contains("cannot be combined with a URL"))
    #expect(run("fetch-schema", "--authorities", "/nothing", "http://x").failure.contains("there is no file"))
    #expect(run("fetch-schema").failure.contains("takes one URL"))
  }

  func run(_ arguments: String...) -> (code: ExitCode, result: String, failure: String) {
    run(arguments)
  }

  func run(_ arguments: [String], by tool: CommandLineTool = .tool) -> (
    code: ExitCode, result: String, failure: String
  ) {
    var result = ""
    var failure = ""
    let output = Output(result: { result += $0 }, failure: { failure += $0 })
    let code = tool.run(arguments, output: output)
    return (code, result, failure)
  }
}

/// Runs something in a folder with these files, which is then removed.
func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder(files)
  try withExtendedLifetime(folder) { try body(folder.path) }
}
