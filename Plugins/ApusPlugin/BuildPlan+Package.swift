import Foundation
import PackagePlugin

extension BuildPlan {
  /// The plans for a target of a package: one for each of its parts.
  ///
  /// - Parameter swiftFiles: the Swift files that may have documents, in the target and those below it.
  static func all(
    _ target: any SourceModuleTarget, in packages: PackageFolders, swiftFiles: TargetFiles.SwiftFiles = .none
  ) -> [BuildPlan] {
    // Dependencies come before the targets that depend on them.
    let targets = target.recursiveTargetDependencies.compactMap { $0 as? any SourceModuleTarget }
    // The tool finds out which of them share the target's schema, because only it reads configurations.
    let modules = targets.flatMap { module in
      let files = TargetFiles(module, swiftFiles: mayHaveDocuments(module, packages) ? swiftFiles : .none)
      return files.parts().filter { !$0.isEmpty }.map {
        Module(
          files: $0, schemas: packages.schemas(of: $0, module), root: packages.folder(of: module),
          dependencies: module.recursiveTargetDependencies.compactMap {
            ($0 as? any SourceModuleTarget)?.moduleName
          })
      }
    }
    let root = packages.folder(of: target)
    let siblings = packages.targets(besides: [target] + targets, in: root)
    let isRootShared = (siblings + targets).contains {
      !TargetFiles($0, swiftFiles: mayHaveDocuments($0, packages) ? swiftFiles : .none).documents.isEmpty
    }
    var hidden = siblings.filter { $0.kind == .generic }.map {
      HiddenModule(name: $0.moduleName, reason: "no-dependency", folder: $0.directoryURL)
    }
    if case .none = swiftFiles {
      hidden += ([target] + targets.filter { mayHaveDocuments($0, packages) }).map {
        HiddenModule(name: $0.moduleName, reason: "swift-files", folder: $0.directoryURL)
      }
    }
    let parts = TargetFiles(target, swiftFiles: swiftFiles).parts()
    return parts.map { part in
      BuildPlan(
        target: part, schemas: packages.schemas(of: part, target), below: modules, root: root, hidden: hidden,
        siblingOutputs: parts.filter { $0.part != part.part }.flatMap(\.outputNames),
        isRootShared: isRootShared)
    }
  }

  /// Whether a target's Swift files may have documents. Generated code imports the runtime, so a target without it has none,
  /// and neither has the runtime itself. This keeps the files of all other packages out of a build's inputs.
  private static func mayHaveDocuments(_ target: any SourceModuleTarget, _ packages: PackageFolders) -> Bool {
    guard let runtime = target.recursiveTargetDependencies.first(where: { $0.name == "Apus" }) else {
      return false
    }
    return packages.folder(of: target) != packages.folder(of: runtime)
  }
}
