import ApusCompiler
import Foundation
import Testing

@testable import apusc

/// What shells and `man` are given, tried in those that are installed.
@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
  @Test func `every script and the manual page name every command and option of users`() {
    let texts = ShellCompletions.allCases.map { $0.script(for: Command.all.map(\.syntax)) }
    let page = ManualPage.text(Command.all.map(\.syntax)).replacing("\\-", with: "-")
    for command in Command.all {
      for text in texts + [page] { #expect(text.contains(command.syntax.name)) }
      for option in command.syntax.options where option.name != "help" {
        #expect(page.contains("--\(option.name)") != option.isForPlugin, "\(option.name)")
        #expect(texts[0].contains("--\(option.name)") != option.isForPlugin, "\(option.name)")
      }
    }
  }

  @Test func `the manual page is roff, with nothing that a line begins with taken for a request`() {
    let command = CommandSyntax(
      name: "try", summary: "Try-out.", operands: "PATH…", discussion: "One \\ line.\n'two'\n.three",
      options: [
        .init(name: "max-size", values: ["NUMBER"], help: "At most.\n.5 at least."),
        .init(name: "hidden", isForPlugin: true, help: "Not shown."),
      ])
    let plain = CommandSyntax(name: "rest", summary: "Rest.", needsOperand: true)
    let page = ManualPage.text([command, plain])
    #expect(
      page.hasPrefix(
        #"""
        .TH APUSC 1 "" "apusc \#(Version.current)"
        .SH NAME
        apusc \- Apus turns GraphQL operations into Swift
        .SH SYNOPSIS
        .B apusc
        .I COMMAND
        [options]
        .SH DESCRIPTION

        """#), "\(page)")
    #expect(
      page.contains(
        #"""

        .SH COMMANDS
        .SS apusc try [options] [PATH…]
        Try\-out.
        .PP
        One \e line.
        \&'two'
        \&.three
        .TP
        .B \-\-max\-size NUMBER
        At most.
        \&.5 at least.
        .TP
        .B \-\-help\-all
        Show this help, including the options that the build plugin passes.
        .SS apusc rest [options]
        Rest.
        .SH ENVIRONMENT

        """#), "\(page)")
  }

  @Test func `each shell gets quoted texts, and options as often as they may be given`() {
    let command = CommandSyntax(
      name: "try", summary: "It's: a test.",
      options: [
        .init(name: "many", values: ["FILE"], isRepeatable: true, help: "It's [a]: file\\."),
        .init(name: "once", values: ["NUMBER"], help: "One."),
      ])
    let zsh = ShellCompletions.zsh.script(for: [command])
    #expect(zsh.contains(#"'try:It'\''s\: a test.'"#))
    #expect(zsh.contains(#"'*--many=[It'\''s \[a\]\: file\\.]:FILE:_files'"#))
    #expect(zsh.contains("'--once=[One.]:NUMBER: '"))
    let fish = ShellCompletions.fish.script(for: [command])
    #expect(fish.contains(#"-l many -r -F -d 'It\'s [a]: file\\.'"#))
  }

  @Test(
    .enabled(if: CompletionTests.path(of: "bash") != nil),
    arguments: [
      (["ch"], ["check"]), (["check", "--max"], ["--max-errors"]),
      (["check", "--format", ""], ["text", "json", "github", "sarif"]),
      (["check", "--format", "=", "gi"], ["github"]),
      (["check", "--format", "="], ["text", "json", "github", "sarif"]),
      (["explain", "syntax-e"], ["syntax-error"]),
      (["help", "pri"], ["print"]), (["completions", "z"], ["zsh"]), (["check", "--schema", "s"], []),
      (["check", "a"], []),
    ])
  func `bash completes`(_ words: [String], _ expected: [String]) throws {
    let quoted = (["apusc"] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = """
      \(ShellCompletions.bash.script(for: Command.all.map(\.syntax)))
      COMP_WORDS=(\(quoted))
      COMP_CWORD=\(words.count)
      _apusc
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = try CompletionTests.run("bash", ["--norc", "-c", script])
    #expect(output.split(separator: "\n").map(String.init) == expected)
  }

  @Test(
    .enabled(if: CompletionTests.path(of: "fish") != nil),
    arguments: [
      ("apusc ch", ["check"]), ("apusc check --format=g", ["--format=github"]),
      ("apusc explain syntax-e", ["syntax-error"]),
      ("apusc completions ", ["bash", "fish", "zsh"]),
    ])
  func `fish completes`(_ line: String, _ expected: [String]) throws {
    let script = ShellCompletions.fish.script(for: Command.all.map(\.syntax)) + "complete -C '\(line)'\n"
    let output = try CompletionTests.run("fish", ["--no-config", "-c", script])
    let found = output.split(separator: "\n").compactMap { $0.split(separator: "\t").first.map(String.init) }
    #expect(found == expected)
  }

  @Test(.enabled(if: CompletionTests.path(of: "zsh") != nil))
  func `zsh takes the script`() throws {
    let script = ShellCompletions.zsh.script(for: Command.all.map(\.syntax))
    #expect(try CompletionTests.run("zsh", ["-f", "-n", "-c", script]) == "")
  }

  @Test(.enabled(if: CompletionTests.path(of: "man") != nil))
  func `man shows the page without a warning`() throws {
    let file = NSTemporaryDirectory() + "apus-\(UUID().uuidString).1"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(ManualPage.text(Command.all.map(\.syntax)).utf8).write(to: URL(fileURLWithPath: file))
    let output = try CompletionTests.run("man", ["--warnings", "-l", file])
    #expect(output.contains("--max-errors NUMBER"))
    #expect(!output.contains("warning"))
  }

  private static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first(where: FileManager.default.isExecutableFile)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: program)))
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C.UTF-8"
    environment["MANPAGER"] = "cat"
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
