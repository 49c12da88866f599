import Foundation
import PackagePlugin

/// `swift package apus COMMAND …`: the commands of `apusc`, with what the package itself answers filled in.
///
/// A command that reads documents runs once for each target that has some, or for those that `--target` names, with the
/// schema and the configuration that the build has. Any other command gets its arguments as they are.
///
/// Asking for the permission to write would stop every command at a prompt, and `init` alone needs it: it is run with
/// `swift package --allow-writing-to-package-directory apus init …`.
@main
struct ApusCommandPlugin: CommandPlugin {
  /// The commands that read a target's documents.
  private static let targetCommands: Set<String> = ["check", "print", "manifest", "report"]

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "apusc").url
    var extractor = ArgumentExtractor(arguments)
    let wanted = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    guard let command = rest.first, Self.targetCommands.contains(command), !rest.contains("--help") else {
      try run(tool, arguments, in: context.package.directoryURL)
      return
    }
    let packages = PackageFolders(context.package)
    let targets = try wanted.isEmpty ? context.package.targets : context.package.targets(named: wanted)
    var hasDocuments = false
    for target in targets {
      guard let target = target as? any SourceModuleTarget else { continue }
      let plans = BuildPlan.all(target, in: packages)
      for plan in plans where !plan.target.documents.isEmpty {
        hasDocuments = true
        // A folder says it all, unless parts of the target stand in folders within.
        let isFolder = plans.count == 1 || !plan.target.part.isEmpty
        let paths =
          isFolder ? [plan.target.directory.appending(path: plan.target.part)] : plan.target.documents
        try run(
          tool, rest + plan.inputArguments + paths.map { $0.path(percentEncoded: false) },
          in: context.package.directoryURL)
      }
    }
    if !hasDocuments { Diagnostics.error("No target of the package has .graphql documents.") }
  }

  /// Runs the tool; its words go where the plugin's go.
  private func run(_ tool: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("apusc ended with code \(process.terminationStatus).")
    }
  }
}
