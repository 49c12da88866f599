import Foundation
import PackagePlugin

/// Compiles the documents of a target whenever one of them, the schema or the configuration changes.
///
/// A plugin runs when the set of files changes, not when their contents do. This one therefore reads no files: it plans
/// outputs from the documents' names and leaves everything else to the tool.
@main
struct ApusPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "apusc").url
    let output = context.pluginWorkDirectoryURL
    let all = BuildPlan.all(target, in: PackageFolders(context.package))
    let plans = all.filter { !$0.target.isEmpty }
    // Otherwise the tool reports them.
    for file in all.filter(\.target.isEmpty).flatMap(\.target.mistaken) {
      Diagnostics.warning(
        "'\(file.path(percentEncoded: false))' is not read because of its name. Rename it to "
          + "'\(MistakenName.correction(of: file.lastPathComponent) ?? "")'.")
    }
    let root = RootNote.command(plans, target: target.name, tool: tool, output: output)
    return [root?.command].compactMap { $0 }
      + plans.compactMap { $0.command(tool: tool, output: output, note: root?.note) }
  }
}
