import Foundation
import PackagePlugin

/// `swift package apus COMMAND …`: runs a command of `apusc`, filling in what the package knows.
///
/// A command that reads documents runs for all targets that have some, or for those given by `--target`, with the
/// schema and configuration that the build uses. Any other command gets its arguments unchanged.
///
/// The plugin does not request write permission, because that would make every command prompt for it, and only `init`
/// needs it: run `swift package --allow-writing-to-package-directory apus init …`.
@main
struct ApusCommandPlugin: CommandPlugin {
  /// The commands that read a target's documents.
  private static let targetCommands: Set<String> = ["check", "print", "manifest", "report"]

  /// The commands that have their own plugins.
  private static let otherPlugins = [
    "mock": "apus-mock", "fetch-schema": "apus-fetch-schema",
  ]

  private static let help = """

    As a plugin: swift package apus COMMAND [options]
      check, print, manifest and report take no PATH: they run over all targets of the package that have
      documents, with the schema and configuration of the build.
      --target NAME  Run over this target alone; may be given several times.
    mock and fetch-schema are swift package apus-mock and apus-fetch-schema.

    """

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "apusc").url
    let folder = context.package.directoryURL
    var extractor = ArgumentExtractor(arguments)
    let wanted = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let command = rest.first ?? "--help"
    let asksForHelp = rest.contains { $0 == "--help" || $0 == "-h" } || command == "help" || rest.isEmpty
    if let verb = Self.otherPlugins[command], !asksForHelp {
      let words = ["swift", "package", verb] + rest.dropFirst()
      Diagnostics.error("This command has its own plugin. Run: \(words.joined(separator: " "))")
      return
    }
    guard Self.targetCommands.contains(command), !asksForHelp else {
      try run(tool, rest.isEmpty ? ["--help"] : arguments, in: folder)
      if asksForHelp, rest.count < 2 || rest.contains(where: Self.targetCommands.contains) {
        print(Self.help)
      }
      return
    }
    let packages = PackageFolders(context.package)
    let targets = try wanted.isEmpty ? context.package.targets : context.package.targets(named: wanted)
    var groups: [[String]] = []
    for target in targets {
      guard let target = target as? any SourceModuleTarget else { continue }
      let plans = BuildPlan.all(target, in: packages)
      for plan in plans where !plan.target.documents.isEmpty {
        // Pass files instead of the folder, because the manifest may exclude some documents in it.
        let files = plan.target.documents.map { $0.path(percentEncoded: false) }
        groups.append(Array(rest.dropFirst()) + plan.inputArguments + files)
      }
    }
    if groups.isEmpty {
      Diagnostics.error(
        "No target \(wanted.isEmpty ? "of the package" : "among those") has .graphql documents.")
      return
    }
    // The paths of all targets may exceed the length of a command line.
    let file = context.pluginWorkDirectoryURL.appending(path: "arguments")
    let lines = groups.joined(separator: ["--next"])
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    try run(
      tool, [command, "@" + file.path(percentEncoded: false)], in: folder,
      separatesMessages: command != "check")
  }

  /// Runs the tool and forwards its output to the plugin's standard output.
  ///
  /// - Parameter separatesMessages: whether diagnostics go to standard error, to keep them out of the result.
  private func run(_ tool: URL, _ arguments: [String], in folder: URL, separatesMessages: Bool = false) throws
  {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let messages = Pipe()
    if separatesMessages { process.standardError = messages }
    try process.run()
    if separatesMessages {
      let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      report(text)
    }
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("apusc ended with code \(process.terminationStatus).")
    }
  }

  /// Reports the tool's diagnostics to the package manager, each with its excerpt.
  private func report(_ text: String) {
    var message: (text: String, isError: Bool)?
    func flush() {
      guard let message else { return }
      if message.isError { Diagnostics.error(message.text) } else { Diagnostics.warning(message.text) }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isHead = line.hasPrefix("/") || line.hasPrefix("apusc:")
      let isError = isHead && line.contains(": error: ")
      if isError || isHead && line.contains(": warning: ") {
        flush()
        let words = line.replacing(isError ? ": error: " : ": warning: ", with: ": ", maxReplacements: 1)
        message = (String(words), isError)
      } else if let known = message {
        message = (known.text + "\n" + line, known.isError)
      }
    }
    flush()
  }
}
