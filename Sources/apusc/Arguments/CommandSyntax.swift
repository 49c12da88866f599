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
  /// More than the summary says: paragraphs, or nothing.
  var discussion = ""
  var options: [Option] = []

  /// Every command has it.
  static let help = Option(name: "help", help: "Show this help.")

  /// The page that `--help` prints.
  var page: String {
    var usage = "apusc \(name)"
    if !options.isEmpty { usage += " [options]" }
    if !operands.isEmpty { usage += needsOperand ? " \(operands)" : " [\(operands)]" }
    var page = "\(summary)\n\nUsage: \(usage)\n"
    if !discussion.isEmpty { page += "\n\(discussion)\n" }
    let rows = (options + [CommandSyntax.help]).map { option in
      (["--\(option.name)"] + option.values).joined(separator: " ")
    }
    let width = (rows.map(\.count).max() ?? 0) + 2
    page += "\nOptions:\n"
    for (row, option) in zip(rows, options + [CommandSyntax.help]) {
      let padding = String(repeating: " ", count: width - row.count)
      let lines = option.help.split(separator: "\n", omittingEmptySubsequences: false)
      page +=
        "  \(row)\(padding)\(lines.joined(separator: "\n" + String(repeating: " ", count: width + 2)))\n"
    }
    return page
  }
}
