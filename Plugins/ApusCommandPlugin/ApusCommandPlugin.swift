import Foundation
import PackagePlugin

/// `swift package apus COMMAND …` runs a command of `apus-tool` with the paths and options that the package determines.
///
/// A command that reads documents runs for all targets that have some, or for those given by `--target`, with the
/// schema and configuration that the build uses. Any other command gets its arguments unchanged.
///
/// The plugin does not request write permission, because that would make every command prompt for it, and only `init`
/// and `release` need it: run `swift package --allow-writing-to-package-directory apus init …`.
@main
struct ApusCommandPlugin: CommandPlugin {
  private static let targetCommands = CommandTable.names(.targets)

  /// Whether a command reads the documents of targets. Of `release`, only `add` does.
  private static func readsTargets(_ words: [String]) -> Bool {
    guard let command = words.first, targetCommands.contains(command) else { return false }
    return command != "release" || words.contains("add")
  }

  private static let otherPlugins = CommandTable.names(.ownPlugin)

  private static let help = """

    As a plugin: swift package apus COMMAND [options]
      \(list(targetCommands)) take no PATH: they run over all targets of the package that have
      documents, with the schema and configuration of the build.
      --target NAME  Run over this target alone; may be given several times.
    \(list(otherPlugins)) are swift package \(list(otherPlugins.map { "apus-\($0)" })).

    """

  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "apus-tool").url
    let folder = context.package.directoryURL
    var extractor = ArgumentExtractor(arguments)
    let wanted = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let command = rest.first ?? "--help"
    let asksForHelp = rest.contains { $0 == "--help" || $0 == "-h" } || command == "help" || rest.isEmpty
    if Self.otherPlugins.contains(command), !asksForHelp {
      var others = arguments
      if let index = others.firstIndex(of: command) { others.remove(at: index) }
      let words = ["swift", "package"] + Self.permissions(command, rest) + ["apus-\(command)"] + others
      Diagnostics.error("This command has its own plugin. Run: \(words.joined(separator: " "))")
      return
    }
    if !wanted.isEmpty, !asksForHelp, !Self.readsTargets(rest) {
      Diagnostics.error("'\(command)' takes no --target. Pass it paths: swift package apus \(command) --help")
      return
    }
    guard Self.readsTargets(rest), !asksForHelp else {
      try run(tool, rest.isEmpty ? ["--help"] : arguments, in: folder)
      if asksForHelp, rest.count < 2 || rest.contains(where: Self.targetCommands.contains) {
        print(Self.help)
      }
      return
    }
    if let refusal = TargetArguments.refusalOfPath(in: Array(rest.dropFirst()), command, context.package) {
      Diagnostics.error(refusal)
      return
    }
    guard let inputs = try TargetArguments.all(wanted, context.package) else { return }
    let groups = inputs.map { Array(rest.dropFirst()) + $0 }
    // The paths of all targets may exceed the length of a command line.
    let file = context.pluginWorkDirectoryURL.appending(path: "arguments")
    let lines = groups.joined(separator: ["--next"])
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    try run(
      tool, [command, "@" + file.path(percentEncoded: false)], in: folder,
      separatesMessages: command != "check")
  }

  /// The permissions that the package manager asks for, or requires as flags without a terminal.
  private static func permissions(_ command: String, _ rest: [String]) -> [String] {
    let writes = command == "fetch-schema" || rest.contains { $0.hasPrefix("--output") }
    return (command == "fetch-schema" ? ["--allow-network-connections", "all"] : [])
      + (writes ? ["--allow-writing-to-package-directory"] : [])
  }

  /// Runs the tool and forwards its output to the plugin's standard output.
  ///
  /// - Parameter separatesMessages: whether diagnostics go to standard error, to keep them out of the result.
  private func run(_ tool: URL, _ arguments: [String], in folder: URL, separatesMessages: Bool = true) throws
  {
    var run = ToolRun(tool: tool, arguments: arguments, folder: folder)
    run.environment["APUS_COMMAND"] = "swift package apus"
    run.separatesMessages = separatesMessages
    try run.start()
  }
}
