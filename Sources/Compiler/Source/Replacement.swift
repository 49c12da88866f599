/// A key, command, option or argument that Apus no longer has, and what replaces it. An error about an unknown name ends with the advice of
/// its entry, so that nobody has to look for it.
package struct Replacement {
  package enum Kind {
    /// A key of `apus.json`.
    case key
    case command
    /// An option of a command, without its hyphens.
    case option
    /// An argument of `@apus`.
    case argument
    /// The ending of a file's name.
    case file
  }

  package let kind: Kind
  package let old: String
  /// The replacement, in one or two sentences.
  package let advice: String

  /// The advice for a name, with a leading space; nil if it has never had a meaning.
  package static func advice(for name: String, _ kind: Kind) -> String? {
    all.first { $0.kind == kind && $0.old == name }.map { " " + $0.advice }
  }

  /// All replacements.
  package static let all = [
    Replacement(.key, "cacheKeys", "Write \"cache\": { \"keys\": { … } }."),
    Replacement(.key, "shapeLimit", "The limit is always 10000. Remove the key."),
    Replacement(.key, "strictSchema", "Write \"warnings\": { \"schema\": \"error\" }."),
    Replacement(.key, "typeMarkers", "Markers are always sent. Remove the key."),
    Replacement(
      .command, "completions",
      "'swift package apus --help' lists the commands, and 'swift package apus COMMAND --help' options."),
    Replacement(.command, "diff OLD NEW", "Pass the documents too: diff OLD NEW PATH…"),
    Replacement(
      .command, "lsp", "The language server is a separate program: swift run apus-language-server."),
    Replacement(.command, "manual", "'swift package apus COMMAND --help' shows the same text."),
    Replacement(
      .command, "migrate",
      "Moving from Apollo iOS is a separate package, in a clone of Apus: swift run --package-path Migration apus-migrate."
    ),
    Replacement(
      .option, "strict-schema", "Write \"warnings\": { \"schema\": \"error\" } in apus.json."),
    Replacement(
      .option, "watch",
      "A build with the plugin compiles what changed. Elsewhere, let a program that watches files run 'apusc generate'."
    ),
    Replacement(.argument, "onNull", "For PARENT write @required(action: NONE), otherwise @required."),
    Replacement(.argument, "required", "Write @required instead."),
    Replacement(.file, ".yaml", "Write the same as JSON into a .graphqlrc.json."),
    Replacement(.file, ".yml", "Write the same as JSON into a .graphqlrc.json."),
  ]

  private init(_ kind: Kind, _ old: String, _ advice: String) {
    self.kind = kind
    self.old = old
    self.advice = advice
  }
}
