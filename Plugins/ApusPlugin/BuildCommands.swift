import Foundation
import PackagePlugin

/// The commands of the build-tool plugins, for a target of a package.
///
/// A plugin runs when the set of files changes, not when their contents do. So it reads no files: it plans outputs from the
/// documents' names and leaves everything else to the tool.
enum BuildCommands {
  /// - Parameter swiftFiles: the Swift files that are read as documents.
  static func all(_ context: PluginContext, _ target: any Target, swiftFiles: TargetFiles.SwiftFiles) throws
    -> [Command]
  {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "apusc").url
    let output = context.pluginWorkDirectoryURL
    let all = BuildPlan.all(target, in: PackageFolders(context.package), swiftFiles: swiftFiles)
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
