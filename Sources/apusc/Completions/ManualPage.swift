import ApusCompiler

/// The manual page of `apusc` in roff, generated from the syntax of its commands.
enum ManualPage {
  /// The page, ending with a line feed.
  static func text(_ commands: [CommandSyntax]) -> String {
    var page = """
      .TH APUSC 1 "" "apusc \(Version.current)"
      .SH NAME
      apusc \\- \(escaped(String(Tool.summary.dropLast())))
      .SH SYNOPSIS
      .B apusc
      .I COMMAND
      [options]
      .SH DESCRIPTION
      \(paragraphs(Tool.notes.joined(separator: "\n")))
      .SH COMMANDS

      """
    for command in commands {
      page += ".SS \(escaped(command.usage))\n\(paragraphs(command.summary))\n"
      if !command.discussion.isEmpty { page += ".PP\n\(paragraphs(command.discussion))\n" }
      for option in command.userOptions where option.name != CommandSyntax.help.name {
        page += ".TP\n.B \(escaped(option.usage))\n\(paragraphs(option.help))\n"
      }
    }
    page += """
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      Disables color in messages, unless \\-\\-color enables it.
      .TP
      .B APOLLO_KEY, APOLLO_REGISTRY_URL
      The key and the address for fetch\\-schema \\-\\-graphos.

      """
    return page
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let line = escaped(String(line))
      // A leading dot or apostrophe would start a request.
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
  }
}
