import ApusDriver
import Testing

@testable import ApusTool

@Suite(.timeLimit(.minutes(15))) struct ArgumentsTests {
  private let syntax = CommandSyntax(
    name: "make", summary: "Make things.", operands: "PATH…",
    options: [
      CommandSyntax.Option(name: "output", values: ["DIR"], help: "Where to."),
      CommandSyntax.Option(name: "pair", values: ["IN", "NAME"], isRepeatable: true, help: "Two\nat once."),
      CommandSyntax.Option(name: "quiet", help: "Say nothing."),
      CommandSyntax.Option(name: "form", values: ["short|long|none"], help: "How much."),
      CommandSyntax.Option(name: "mark", isForPlugin: true, help: "The plugin's."),
    ])

  @Test func `takes options and operands in any order`() throws {
    let parsed = try ParsedArguments(
      ["a", "--output", "o", "b", "--pair", "1", "2", "--quiet", "--pair", "3", "4"], syntax: syntax)
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.value("output") == "o")
    #expect(parsed.groups("pair") == [["1", "2"], ["3", "4"]])
    #expect(parsed.has("quiet"))
  }

  @Test func `takes a value after an equals sign`() throws {
    #expect(try ParsedArguments(["--output=a=b"], syntax: syntax).value("output") == "a=b")
  }

  @Test func `takes everything as an operand behind two hyphens`() throws {
    #expect(try ParsedArguments(["--", "--output", "-x"], syntax: syntax).operands == ["--output", "-x"])
  }

  @Test(arguments: [
    (["--outptu", "x"], "Unknown option '--outptu'. Did you mean \"--output\"?"),
    (["-q"], "Unknown option '-q'."),
    (["--output"], "--output needs a value: --output DIR."),
    (["--pair", "a"], "--pair needs a value: --pair IN NAME."),
    (["--quiet=yes"], "--quiet takes no value."),
    (["--output", "a", "--output", "b"], "--output is given twice."),
    (["--form", "tall"], "--form must be 'short', 'long' or 'none', not 'tall'."),
    (["-", "--output=-"], "'-' is standard input, which can be read only once."),
  ])
  func `says what is wrong`(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message)) { try ParsedArguments(arguments, syntax: syntax) }
  }

  @Test func `asks for what has to be there`() throws {
    var strict = syntax
    strict.needsOperand = true
    #expect(throws: UsageError("PATH… is missing.")) { try ParsedArguments([], syntax: strict) }
    strict.operands = ""
    strict.needsOperand = false
    #expect(throws: UsageError("Unexpected argument 'a'.")) {
      try ParsedArguments(["a"], syntax: strict)
    }
    #expect(throws: UsageError("--output is missing.")) {
      try ParsedArguments([], syntax: syntax).required("output")
    }
  }

  @Test func `which commands need operands, and which options may be repeated`() {
    let commands = CommandLineTool.tool.commands.map(\.syntax)
    #expect(
      commands.filter(\.needsOperand).map(\.name).sorted() == [
        "check", "diff", "format", "init", "manifest", "print", "release", "report",
      ])
    let repeatable = commands.flatMap { command in
      command.options.filter { $0.isRepeatable && !$0.isForPlugin }.map { "\(command.name) --\($0.name)" }
    }
    #expect(
      repeatable.sorted() == [
        "check --manifest", "check --schema", "diff --manifest", "fetch-schema --header", "generate --schema",
        "manifest --schema",
        "mock --operation", "mock --schema", "print --operation", "print --schema", "release --schema",
        "report --schema",
        "report --unused",
      ])
  }

  @Test func `help does without operands`() throws {
    var strict = syntax
    strict.needsOperand = true
    #expect(try ParsedArguments(["-h"], syntax: strict).has("help"))
  }

  @Test func `arguments for another folder have absolute paths`() throws {
    let parsed = try ParsedArguments(
      ["a", "--output=../o", "--pair", "b/./c", "n", "--quiet", "/d"], syntax: syntax)
    #expect(
      parsed.absolute(from: "/x/y")
        == ["/x/y/a", "--output", "/x/o", "--pair", "/x/y/b/c", "n", "--quiet", "/d"])
  }

  @Test func `help lists what users need, and all options when asked`() {
    let help = """
      Make things.

      Usage: apus-tool make [options] [PATH…]

      Options:
        --output DIR            Where to.
        --pair IN NAME          Two
                                at once.
        --quiet                 Say nothing.
        --form short|long|none  How much.
        --help                  Show this help.
        --help-all              Show this help, including the options that the build plugin passes.

      """
    #expect(syntax.page(calledAs: CommandName(of: "apus-tool", plugin: nil)) == help)
    #expect(
      syntax.page(calledAs: CommandName(of: "apus-tool", plugin: nil), isComplete: true)
        == help + "\nOptions that the build plugin passes:\n  --mark  The plugin's.\n")
  }

  @Test(arguments: ["swift package apus", "swift package apus-mock", "swift package apus-fetch-schema"])
  func `help of a plugin has the words that start each command`(_ plugin: String) {
    let usages = CommandLineTool.tool.commands.map(\.syntax).map { syntax in
      let page = syntax.page(calledAs: CommandName(of: "apus-tool", plugin: plugin))
      return String(page.split(separator: "\n")[1])
    }
    #expect(
      usages == [
        "Usage: swift package apus generate [options] [PATH…]",
        "Usage: swift package apus check [options] [--target NAME]",
        "Usage: swift package apus format [options] PATH…",
        "Usage: swift package apus print [options] [--target NAME]",
        "Usage: swift package apus manifest [options] [--target NAME]",
        "Usage: swift package apus report [options] [--target NAME]",
        "Usage: swift package apus diff [options] OLD NEW PATH…",
        "Usage: swift package apus release [options] [--target NAME]",
        "Usage: swift package apus-fetch-schema [options] [URL]",
        "Usage: swift package apus init [options] DIR",
        "Usage: swift package apus-mock [options] [PATH…]",
        "Usage: swift package apus inspect [options] [FILE]",
        "Usage: swift package apus explain [options] [CODE]",
        "Usage: swift package apus configuration [options]",
      ])
  }
}
