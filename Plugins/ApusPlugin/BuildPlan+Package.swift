import PackagePlugin

extension BuildPlan {
  /// The plans for a target of a package: one for each of its parts.
  static func all(_ target: any SourceModuleTarget, in packages: PackageFolders) -> [BuildPlan] {
    // Dependencies come before the targets that depend on them.
    let targets = target.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }
    // The tool finds out which of them share the target's schema, because only it reads configurations.
    let modules = targets.flatMap { module in
      TargetFiles(module).parts().filter { !$0.isEmpty }.map {
        Module(
          files: $0, schemas: packages.schemas(of: $0, module), root: packages.folder(of: module),
          dependencies: module.recursiveTargetDependencies.compactMap {
            ($0 as? any SourceModuleTarget)?.moduleName
          })
      }
    }
    let root = packages.folder(of: target)
    let siblings = packages.targets(besides: [target] + targets, in: root)
    let isRootShared = (siblings + targets).contains { !TargetFiles($0).documents.isEmpty }
    let parts = TargetFiles(target).parts()
    return parts.map { part in
      BuildPlan(
        target: part, schemas: packages.schemas(of: part, target), below: modules, root: root,
        hidden: siblings.filter { $0.kind == .generic }.map {
          HiddenModule(name: $0.moduleName, reason: "no-dependency", folder: $0.directoryURL)
        },
        siblingOutputs: parts.filter { $0.part != part.part }.flatMap(\.outputNames),
        isRootShared: isRootShared)
    }
  }
}
