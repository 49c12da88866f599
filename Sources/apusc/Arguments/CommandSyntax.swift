/// What a command takes on its command line; help and parsing both go by it.
struct CommandSyntax {
  /// One `--name`.
  struct Option {
    /// Without the hyphens.
    var name: String
    /// What the values behind the option are called in help; empty for a flag.
    var values: [String] = []
    var isRepeatable = false
    var help: String
  }

  /// The word that chooses the command.
  var name: String
  /// One line, for the list of commands.
  var summary: String
  /// What stands behind the options, for example `PATH…`; empty when nothing may.
  var operands = ""
  /// Whether one operand at least has to be given.
  var needsOperand = false
  /// Whether the arguments of several targets may follow one another, with `--next` between them.
  var takesSeveralTargets = false
  /// More than the summary says: paragraphs, or nothing.
  var discussion = ""
  var options: [Option] = []

  /// Every command has it.
  static let help = Option(name: "help", help: "Show this help.")

  /// What stands between the arguments of two targets.
  static let next = "--next"

  private static let nextOption = Option(
    name: "next", help: "The schema, configuration and PATH… of another target follow; the plugin's form.")

  /// The page that `--help` prints.
  var page: String {
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
