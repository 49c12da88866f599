/// What a command takes on its command line. Parsing, help, completions and the manual page all come from it.
package struct CommandSyntax {
  /// One `--name`.
  package struct Option {
    /// Without the hyphens.
    package var name: String
    /// Placeholders for the option's values in help, for example `FILE`; empty for a flag. One with bars, such as
    /// `text|json`, lists the only values that are allowed.
    package var values: [String] = []
    package var isRepeatable = false
    /// Whether only the build plugin passes the option: it is listed by `--help-all` alone.
    package var isForPlugin = false
    package var help: String

    package init(
      name: String, values: [String] = [], isRepeatable: Bool = false, isForPlugin: Bool = false, help: String
    ) {
      self.name = name
      self.values = values
      self.isRepeatable = isRepeatable
      self.isForPlugin = isForPlugin
      self.help = help
    }

    /// The allowed values; empty where any text is.
    package var choices: [String] {
      guard let value = values.first, value.contains("|") else { return [] }
      return value.split(separator: "|").map(String.init)
    }

    /// The option as help shows it: `--output DIR`.
    package var usage: String { (["--" + name] + values).joined(separator: " ") }
  }

  /// The word that chooses the command.
  package var name: String
  /// One line, for the list of commands.
  package var summary: String
  /// Placeholders for the operands, for example `PATH…`; empty if the command takes none.
  package var operands = ""
  /// Whether one operand at least has to be given.
  package var needsOperand = false
  /// The words that an operand can be, for completions; empty where operands are files, or any text. Hundreds of codes are
  /// listed only when someone asks.
  package var operandChoices: () -> [String] = { [] }
  /// Whether the arguments of several targets may follow one another, with `--next` between them.
  package var takesSeveralTargets = false
  /// More than the summary says: paragraphs, or nothing.
  package var discussion = ""
  /// Every option, those of all commands included.
  package var options: [Option] = []

  package init(
    name: String, summary: String, operands: String = "", needsOperand: Bool = false,
    operandChoices: @autoclosure @escaping () -> [String] = [], takesSeveralTargets: Bool = false,
    discussion: String = "",
    options: [Option] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.needsOperand = needsOperand
    self.operandChoices = operandChoices
    self.takesSeveralTargets = takesSeveralTargets
    self.discussion = discussion
    self.options = options + (takesSeveralTargets ? [CommandSyntax.nextOption] : []) + [CommandSyntax.help]
    if self.options.contains(where: \.isForPlugin) { self.options.append(CommandSyntax.helpAll) }
  }

  package static let help = Option(name: "help", help: "Show this help.")
  package static let helpAll = Option(
    name: "help-all", help: "Show this help with the options that the build plugin passes.")

  /// What stands between the arguments of two targets.
  package static let next = "--next"

  private static let nextOption = Option(
    name: "next", isForPlugin: true, help: "The schema, configuration and PATH… of another target follow.")

  /// The line that shows how the command is called.
  package var usage: String {
    let words = operands.isEmpty ? "" : needsOperand ? " \(operands)" : " [\(operands)]"
    return "apusc \(name) [options]" + words
  }

  /// The options that users need.
  package var userOptions: [Option] { options.filter { !$0.isForPlugin } }

  /// The page that `--help` prints, or `--help-all`.
  ///
  /// - Parameter isComplete: whether options that only plugins pass are listed.
  package func page(isComplete: Bool = false) -> String {
    var page = "\(summary)\n\nUsage: \(usage)\n"
    if !discussion.isEmpty { page += "\n\(discussion)\n" }
    page += "\nOptions:\n" + CommandSyntax.table(userOptions)
    if isComplete {
      let options = options.filter(\.isForPlugin)
      if !options.isEmpty {
        page += "\nOptions that the build plugin passes:\n" + CommandSyntax.table(options)
      }
    }
    return page
  }

  /// Options with their help, in two columns.
  private static func table(_ options: [Option]) -> String {
    let width = (options.map(\.usage.count).max() ?? 0) + 2
    return options.map { option in
      let padding = String(repeating: " ", count: width - option.usage.count)
      let help = option.help.replacing("\n", with: "\n" + String(repeating: " ", count: width + 2))
      return "  \(option.usage)\(padding)\(help)\n"
    }.joined()
  }
}
