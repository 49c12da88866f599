/// What a command takes on its command line; help and parsing both go by it.
package struct CommandSyntax {
  /// One `--name`.
  package struct Option {
    /// Without the hyphens.
    package var name: String
    /// What the values behind the option are called in help; empty for a flag.
    package var values: [String] = []
    package var isRepeatable = false
    package var help: String

    package init(name: String, values: [String] = [], isRepeatable: Bool = false, help: String) {
      self.name = name
      self.values = values
      self.isRepeatable = isRepeatable
      self.help = help
    }
  }

  /// The word that chooses the command.
  package var name: String
  /// One line, for the list of commands.
  package var summary: String
  /// What stands behind the options, for example `PATH…`; empty when nothing may.
  package var operands = ""
  /// Whether one operand at least has to be given.
  package var needsOperand = false
  /// Whether the arguments of several targets may follow one another, with `--next` between them.
  package var takesSeveralTargets = false
  /// More than the summary says: paragraphs, or nothing.
  package var discussion = ""
  package var options: [Option] = []

  package init(
    name: String, summary: String, operands: String = "", needsOperand: Bool = false,
    takesSeveralTargets: Bool = false, discussion: String = "", options: [Option] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.needsOperand = needsOperand
    self.takesSeveralTargets = takesSeveralTargets
    self.discussion = discussion
    self.options = options
  }

  /// Every command has it.
  package static let help = Option(name: "help", help: "Show this help.")

  /// What stands between the arguments of two targets.
  package static let next = "--next"

  private static let nextOption = Option(
    name: "next", help: "The schema, configuration and PATH… of another target follow; the plugin's form.")

  /// The page that `--help` prints.
  package var page: String {
    var usage = "apusc \(name)"
    if !options.isEmpty { usage += " [options]" }
    if !operands.isEmpty { usage += needsOperand ? " \(operands)" : " [\(operands)]" }
    var page = "\(summary)\n\nUsage: \(usage)\n"
    if !discussion.isEmpty { page += "\n\(discussion)\n" }
    let options = options + (takesSeveralTargets ? [CommandSyntax.nextOption] : []) + [CommandSyntax.help]
    let rows = options.map { option in
      (["--\(option.name)"] + option.values).joined(separator: " ")
    }
    let width = (rows.map(\.count).max() ?? 0) + 2
    page += "\nOptions:\n"
    for (row, option) in zip(rows, options) {
      let padding = String(repeating: " ", count: width - row.count)
      let lines = option.help.split(separator: "\n", omittingEmptySubsequences: false)
      page +=
        "  \(row)\(padding)\(lines.joined(separator: "\n" + String(repeating: " ", count: width + 2)))\n"
    }
    return page
  }
}
