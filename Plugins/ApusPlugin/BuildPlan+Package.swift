import PackagePlugin

extension BuildPlan {
  /// The plan for a target of a package.
  init(_ target: any SourceModuleTarget, in packages: PackageFolders) {
    let schemas = packages.nearestSchemas(target)
    // Another target's documents can be used where they are compiled against the same schema. Targets come behind
    // those that they depend on.
    let below = target.recursiveTargetDependencies.compactMap { dependency -> Module? in
      guard let module = dependency as? any SourceModuleTarget else { return nil }
      let files = TargetFiles(module)
      if files.isEmpty || packages.nearestSchemas(module) != schemas { return nil }
      return Module(files: files, root: packages.root(of: module))
    }
    self.init(target: TargetFiles(target), schemas: schemas, below: below, root: packages.root(of: target))
  }
}
