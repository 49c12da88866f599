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
    let own = TargetFiles(target)
    let below = target.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }
    let plan = BuildPlan(
      target: own,
      below: below.map(TargetFiles.init),
      nearestSchemas: Self.nearestSchemas(own, target),
      root: RootFiles(context.package.directoryURL))
    return plan.commands(tool: try context.tool(named: "apusc").url, output: context.pluginWorkDirectoryURL)
  }

  /// The schemas of the target or, where it has none, of the nearest targets that it depends on.
  private static func nearestSchemas(_ own: TargetFiles, _ target: any Target) -> [URL] {
    var schemas = own.schemas
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
    return schemas
  }
}
