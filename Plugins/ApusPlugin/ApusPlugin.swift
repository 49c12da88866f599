import Foundation
import PackagePlugin

/// Compiles the documents of a target whenever one of them, the schema or the configuration changes.
///
/// A plugin runs when the set of files changes, not when their contents do. So this one reads no file: it plans outputs
/// by the names of the documents and leaves everything else to the tool.
@main
struct ApusPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let packages = PackageFolders(context.package)
    let schemas = packages.nearestSchemas(target)
    // Another target's documents can be used where they are compiled against the same schema.
    let below = target.recursiveTargetDependencies.compactMap { dependency -> BuildPlan.Module? in
      guard let module = dependency as? any SourceModuleTarget else { return nil }
      let files = TargetFiles(module)
      if files.documents.isEmpty || packages.nearestSchemas(module) != schemas { return nil }
      return BuildPlan.Module(files: files, root: packages.root(of: module))
    }
    let plan = BuildPlan(
      target: TargetFiles(target), schemas: schemas, below: below, root: packages.root(of: target))
    return plan.commands(tool: try context.tool(named: "apusc").url, output: context.pluginWorkDirectoryURL)
  }
}
