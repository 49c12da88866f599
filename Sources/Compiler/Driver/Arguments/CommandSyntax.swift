/// The syntax of a command. Parsing and help are derived from it.
package struct CommandSyntax {
  /// One `--name`.
  package struct Option {
    /// The name, without hyphens.
    package var name: String
    /// Placeholders for the option's values in help, for example `FILE`; empty for a flag. A placeholder with bars,
    /// such as `text|json`, lists the only values allowed.
    package var values: [String] = []
    package var isRepeatable = false
    /// Whether only the build plugin passes the option. Such options are listed only by `--help-all`.
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

    /// The allowed values; empty if any text is allowed.
    package var choices: [String] {
      guard let value = values.first, value.contains("|") else { return [] }
      return value.split(separator: "|").map(String.init)
    }

    /// The option as shown in help: `--output DIR`.
    package var usage: String { (["--" + name] + values).joined(separator: " ") }
  }

  /// The word that selects the command.
  package var name: String
  /// One line, for the list of commands.
  package var summary: String
  /// Placeholders for the operands, for example `PATH…`; empty if the command takes none.
  package var operands = ""
  /// Whether at least one operand is required.
  package var needsOperand = false
  /// The option that an operand is not needed with.
  package var optionWithoutOperand: String?
  /// Whether the arguments of several targets may be given, separated by `--next`.
  package var takesSeveralTargets: Bool { CommandTable.names(.targets).contains(name) }
  /// Additional paragraphs of help; may be empty.
  package var discussion = ""
  /// All options, including those that every command has.
  package var options: [Option] = []

  package init(
    name: String, summary: String, operands: String = "", needsOperand: Bool = false,
    optionWithoutOperand: String? = nil, discussion: String = "",
    options: [Option] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.needsOperand = needsOperand
    self.optionWithoutOperand = optionWithoutOperand
    self.discussion = discussion
    self.options = options
    if takesSeveralTargets { self.options.append(CommandSyntax.nextOption) }
    self.options.append(CommandSyntax.help)
    if self.options.contains(where: \.isForPlugin) { self.options.append(CommandSyntax.helpAll) }
  }

  package static let help = Option(name: "help", help: "Show this help.")
  package static let helpAll = Option(
    name: "help-all", help: "Show this help, including the options that the build plugin passes.")

  /// The separator between the arguments of two targets.
  package static let next = "--next"

  private static let nextOption = Option(
    name: "next", isForPlugin: true, help: "Starts the schema, configuration and PATH… of another target.")

  /// The command's usage, on one line.
  private func usage(_ calledAs: CommandName) -> String {
    // The plugin reads the targets' documents, and takes no paths.
    if calledAs.isPlugin, takesSeveralTargets { return "\(calledAs.words(name)) [options] [--target NAME]" }
    let words = operands.isEmpty ? "" : needsOperand ? " \(operands)" : " [\(operands)]"
    return "\(calledAs.words(name)) [options]" + words
  }

  /// The options meant for users.
  package var userOptions: [Option] { options.filter { !$0.isForPlugin } }

  /// The page that `--help` or `--help-all` prints.
  ///
  /// - Parameters:
  ///   - calledAs: the words by which the user started the program.
  ///   - isComplete: whether to include options that only plugins pass.
  package func page(calledAs: CommandName, isComplete: Bool = false) -> String {
    var page = "\(summary)\n\nUsage: \(usage(calledAs))\n"
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
