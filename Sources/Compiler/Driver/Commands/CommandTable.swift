/// The names of all commands, in the order of the help page, and how `swift package apus` runs them.
///
/// The command plugin compiles this file too, through a symbolic link, because a plugin cannot import a module.
enum CommandTable {
  enum Use {
    /// Over the documents of targets, with the schema and configuration of the build.
    case targets
    /// With its arguments unchanged.
    case arguments
    /// By its own plugin, because it needs other permissions or another program.
    case ownPlugin
  }

  /// Each command that `apus-tool` has; `apusc` has those of builds.
  private static let all: [(name: String, isOfBuilds: Bool, use: Use)] = [
    ("generate", true, .arguments),
    ("check", true, .targets),
    ("format", false, .arguments),
    ("print", false, .targets),
    ("manifest", false, .targets),
    ("report", false, .targets),
    ("diff", false, .arguments),
    ("release", false, .targets),
    ("fetch-schema", false, .ownPlugin),
    ("init", false, .arguments),
    ("mock", false, .ownPlugin),
    ("inspect", false, .arguments),
    ("explain", false, .arguments),
    ("configuration", false, .arguments),
  ]

  /// The commands that no build needs.
  static var others: [String] { all.filter { !$0.isOfBuilds }.map(\.name) }

  /// The commands that plugins run in this way.
  static func names(_ use: Use) -> [String] { all.filter { $0.use == use }.map(\.name) }
}
