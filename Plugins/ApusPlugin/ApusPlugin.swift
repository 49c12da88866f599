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
    let schemas = nearestSchemas(target, packages)
    // Another target's documents can be used where they are compiled against the same schema.
    let below = target.recursiveTargetDependencies.compactMap { dependency -> BuildPlan.Module? in
      guard let module = dependency as? any SourceModuleTarget else { return nil }
      let files = TargetFiles(module)
      if files.documents.isEmpty || nearestSchemas(module, packages) != schemas { return nil }
      return BuildPlan.Module(files: files, root: packages.root(of: module))
    }
    let plan = BuildPlan(
      target: TargetFiles(target), schemas: schemas, below: below, root: packages.root(of: target))
    return plan.commands(tool: try context.tool(named: "apusc").url, output: context.pluginWorkDirectoryURL)
  }

  /// The schemas of the target or, where it has none, of the nearest targets that it depends on, or of its package.
  private func nearestSchemas(_ target: any SourceModuleTarget, _ packages: PackageFolders) -> [URL] {
    var schemas = TargetFiles(target).schemas
    var level: [any Target] = [target]
    var seen: Set<String> = []
    while schemas.isEmpty, !level.isEmpty {
      level = level.flatMap(\.dependencies).flatMap { dependency -> [any Target] in
        switch dependency {
        case .target(let target): [target]
        case .product(let product): product.targets
        @unknown default: []
        }
      }
      level = level.filter { seen.insert($0.id).inserted }
      schemas = level.compactMap { $0 as? any SourceModuleTarget }.flatMap { TargetFiles($0).schemas }
    }
    return schemas.isEmpty ? packages.root(of: target).schemas : schemas
  }
}
