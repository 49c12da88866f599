import PackagePlugin

extension BuildPlan {
  /// The plans for a target of a package: one, or one for each of its parts.
  static func all(_ target: any SourceModuleTarget, in packages: PackageFolders) -> [BuildPlan] {
    // Targets come behind those that they depend on.
    let targets = target.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }
    let modules = targets.flatMap { module in
      TargetFiles(module).parts().filter { !$0.isEmpty }.map {
        (
          schemas: packages.schemas(of: $0, module),
          module: Module(
            files: $0, root: packages.root(of: module),
            isOfAnotherPackage: packages.folder(of: module) != packages.folder(of: target),
            dependencies: module.recursiveTargetDependencies.compactMap {
              ($0 as? any SourceModuleTarget)?.moduleName
            })
        )
      }
    }
    let root = packages.root(of: target)
    let siblings = packages.targets(besides: [target] + targets, in: packages.folder(of: target))
    let isRootShared =
      root.hasConfiguration
      && (siblings + targets).contains { !TargetFiles($0).documents.isEmpty }
    let parts = TargetFiles(target).parts()
    return parts.map { part in
      let schemas = packages.schemas(of: part, target)
      // Another target's documents can be used where they are compiled against the same schema.
      let below = modules.filter { $0.schemas == schemas }.map(\.module)
      let names = Set(below.map(\.files.module))
      let strangers = modules.filter { $0.schemas != schemas }.map {
        HiddenModule(name: $0.module.files.module, reason: "other-schema", folder: $0.module.files.folder)
      }
      return BuildPlan(
        target: part, schemas: schemas,
        below: below.map { module in
          var module = module
          module.dependencies.removeAll { !names.contains($0) }
          return module
        },
        root: root,
        hidden: strangers
          + siblings.filter { $0.kind == .generic }.map {
            HiddenModule(name: $0.moduleName, reason: "no-dependency", folder: $0.directoryURL)
          },
        siblingOutputs: parts.filter { $0.part != part.part }.flatMap(\.outputNames),
        isRootShared: isRootShared)
    }
  }
}
