import ApusDriver
import ApusSource
import Foundation
import Testing

@testable import ApusTool

/// Command lines that a command refuses, and why.
extension ToolTests {
  @Test(arguments: [
    ("check", "PATH… is missing."),
    ("format --check", "PATH… is missing."), ("print", "PATH… is missing."), ("report", "PATH… is missing."),
    ("manifest", "PATH… is missing."), ("init", "DIR is missing."), ("diff", "OLD NEW PATH… is missing."),
    ("explain syntax-error unknown-field", "'explain' takes one code at a time."),
    ("diff a", "'diff' takes two schemas, OLD and NEW."),
    (
      "diff a b",
      "'diff' needs documents to compare two schemas. Pass the documents too: diff OLD NEW PATH…"
    ),
    ("fetch-schema", "'fetch-schema' takes one URL."), ("fetch-schema a b", "'fetch-schema' takes one URL."),
    ("fetch-schema --authorities /none http://x", "--authorities: there is no file '/none'."),
    (
      "fetch-schema --header a:b --header :c http://x",
      "--header number 2 has no name before a colon. Write 'Name: value'."
    ),
    ("fetch-schema --graphos a@b http://x", "--graphos cannot be combined with a URL, --get or --header."),
    ("fetch-schema --graphos a@b --get", "--graphos cannot be combined with a URL, --get or --header."),
    (
      "fetch-schema --graphos a@b --header a:b", "--graphos cannot be combined with a URL, --get or --header."
    ),
    ("fetch-schema --graphos=@b", "--graphos must be GRAPH@VARIANT, not '@b'."),
    ("format - a", "'-' is standard input and must be the only operand."),
    ("generate - --output o", "Standard input has no name for its output. Pass 'generate' a file."),
    ("generate a", "--output is missing."),
    ("generate --output o --pair a x --pair b x", "--pair: 'x' is given twice."),
    (
      "generate a --output o --root-note r/n",
      "--root-note: 'r/n' is not a file name. Outputs are written to the folder given by --output."
    ),
    ("init a b", "'init' takes one folder."),
    ("init a --schema -", "Save the schema to a file first: apus.json refers to it."),
    ("mock", "Specify where the responses go: --output DIR, or --serve PORT."),
    ("mock --output o", "--output needs a PATH with operations."),
    ("mock --serve 1", "Specify a schema: --schema FILE, or a PATH that contains one."),
    (
      "mock --serve 1 --schema -",
      "'mock' needs the schema as a file, because a separate program generates the responses."
    ),
    ("mock --serve 65536 --schema s", "--serve must be a number from 0 to 65535, not '65536'."),
    ("mock --serve -1 --schema s", "--serve must be a number from 0 to 65535, not '-1'."),
    ("mock --serve 1 --schema s --events 0", "--events must be a number from 1 to 1000, not '0'."),
    ("mock --serve 1 --schema s --events 1001", "--events must be a number from 1 to 1000, not '1001'."),
    (
      "mock --serve 1 --schema s --list-length 1001",
      "--list-length must be a number from 0 to 1000, not '1001'."
    ),
    (
      "mock --serve 1 --schema s --pause 3600001",
      "--pause must be a number from 0 to 3600000, not '3600001'."
    ),
    (
      "mock --serve 1 --schema s --seed x", "--seed must be a number from -1000000000 to 1000000000, not 'x'."
    ),
    ("report --strict a", "--strict only applies to --unused. Pass --unused FOLDER too."),
    ("check a --max-errors 0", "--max-errors must be a positive number, not '0'."),
    ("check a --max-errors x", "--max-errors must be a positive number, not 'x'."),
    ("check a --color never --color always", "--color is given twice."),
    (
      "check a --hidden-module M why b",
      "--hidden-module: 'why' is not one of internal, other-package, other-schema, no-dependency, swift-files, xcode."
    ),
  ])
  func `a wrong command line says what to write instead`(_ line: String, _ message: String) {
    let run = run(line.split(separator: " ").map(String.init))
    #expect(run.code == .wrongUsage)
    #expect(run.failure.hasPrefix("apus-tool: error: \(message)\n"), "\(run.failure)")
    #expect(run.result.isEmpty)
  }

  @Test func `a command or an option that is gone names its replacement`() {
    for entry in Replacement.all {
      switch entry.kind {
      case .command where !entry.old.contains(" "):
        let run = run(entry.old)
        #expect(run.code == .wrongUsage)
        #expect(run.failure.contains("Unknown command '\(entry.old)'. \(entry.advice)\n"), "\(run.failure)")
      case .option:
        let run = run("generate", "--" + entry.old)
        #expect(run.code == .wrongUsage)
        #expect(run.failure.contains("Unknown option '--\(entry.old)'. \(entry.advice)\n"), "\(run.failure)")
        #expect(
          !CommandLineTool.tool.commands.contains { $0.syntax.options.contains { $0.name == entry.old } })
      default: break
      }
    }
  }

  /// Of the options for the build plugin, `--help` says nothing.
  @Test func `a command shows only the options that people write`() {
    let inputs = ["target", "package", "mistaken-name", "shared-config", "default-schema"]
    let modules = [
      "dependency", "dependency-schema", "dependency-config", "dependency-on", "dependency-package",
      "hidden-module",
    ]
    for (command, expected) in [
      ("generate", inputs + modules + ["pair", "keep", "root-note", "part"]),
      ("check", inputs + modules + ["next"]), ("print", inputs + modules + ["next"]),
      ("mock", inputs + modules), ("format", []), ("diff", []), ("fetch-schema", []),
    ] {
      let options = CommandLineTool.tool.command(command)?.syntax.options ?? []
      #expect(options.filter(\.isForPlugin).map(\.name) == expected, "\(command)")
      #expect(options.contains { $0.name == "help-all" } == !expected.isEmpty, "\(command)")
    }
  }

  @Test func `files that are not there are errors of the input`() throws {
    let format = run("format", "/nothing/here.graphql")
    #expect(format.code == .invalidInput)
    #expect(format.failure.contains("There is no file or folder at '/nothing/here.graphql'."))
    let arguments = run("check", "@/nothing/here")
    #expect(arguments.failure.contains("The arguments file '/nothing/here' cannot be read: "))
    try inFolder(["s.graphqls": "type Query { a: Int }"]) { folder in
      let file = folder + "/s.graphqls"
      let note = run("generate", "--root-note", "n", "--output", file + "/o")
      #expect(note.code == .invalidInput)
      #expect(note.failure.contains("The output cannot be written: "))
      let unused = run("report", "--unused", folder + "/none", file)
      #expect(unused.failure.contains("There is no file or folder at '\(folder)/none'. Correct the path."))
    }
  }

  @Test func `at most as many errors as asked for are shown, and the rest is counted`() throws {
    let document = "query A { a b c d }"
    try inFolder(["s.graphqls": "type Query { x: Int }", "a.graphql": document]) { folder in
      func shown(_ count: Int) -> (errors: Int, rest: String?) {
        let failure = run("check", folder, "--max-errors", "\(count)").failure
        let lines = failure.split(separator: "\n")
        return (
          lines.count { $0.contains("error: Cannot query field") },
          lines.first { $0.hasPrefix("note: ") }.map(String.init)
        )
      }
      #expect(shown(4).errors == 4 && shown(4).rest == nil)
      #expect(shown(3).errors == 3 && shown(3).rest == "note: 1 more error is not shown (--max-errors).")
      #expect(shown(1).errors == 1 && shown(1).rest == "note: 3 more errors are not shown (--max-errors).")
    }
  }
}
