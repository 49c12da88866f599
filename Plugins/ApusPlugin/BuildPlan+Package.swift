import PackagePlugin

extension BuildPlan {
  /// The plans for a target of a package: one, or one for each of its parts.
  static func all(_ target: any SourceModuleTarget, in packages: PackageFolders) -> [BuildPlan] {
    // Targets come behind those that they depend on.
    let modules = target.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }.flatMap {
      module in
      TargetFiles(module).parts().filter { !$0.isEmpty }.map {
        (
          schemas: packages.schemas(of: $0, module),
          module: Module(
            files: $0, root: packages.root(of: module),
            isOfAnotherPackage: packages.folder(of: module) != packages.folder(of: target))
        )
      }
    }
    return TargetFiles(target).parts().map { part in
      let schemas = packages.schemas(of: part, target)
      // Another target's documents can be used where they are compiled against the same schema.
      return BuildPlan(
        target: part, schemas: schemas, below: modules.filter { $0.schemas == schemas }.map(\.module),
        root: packages.root(of: target))
    }
  }
}
