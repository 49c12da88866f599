#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project: paths are told from the project's folder.
  extension ApusPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let folder = context.xcodeProject.directoryURL
      var seen: Set<String> = []
      let modules = dependencyModules(target, folder, &seen)
      let tool = try context.tool(named: "apusc").url
      let parts = TargetFiles(target, folder).parts()
      return parts.compactMap { part in
        var schemas = part.schemas
        if schemas.isEmpty {
          schemas = modules.last { !$0.files.schemas.isEmpty }?.files.schemas ?? []
        }
        // Xcode says nothing of what a target of a project depends on, so fragments of others are not found here.
        let hidden = [BuildPlan.HiddenModule(name: "the project", reason: "xcode", folder: folder)]
        let plan = BuildPlan(
          target: part, schemas: schemas, below: modules, root: folder, hidden: hidden,
          siblingOutputs: parts.filter { $0.part != part.part }.flatMap(\.outputNames), isRootShared: true)
        return plan.command(tool: tool, output: context.pluginWorkDirectoryURL, note: nil)
      }
    }

    /// The modules that a target depends on, near and far, each behind those that it depends on itself.
    private func dependencyModules(
      _ target: XcodeTarget, _ folder: URL, _ seen: inout Set<String>
    ) -> [BuildPlan.Module] {
      var modules: [BuildPlan.Module] = []
      for dependency in target.dependencies {
        switch dependency {
        case .target(let target):
          guard seen.insert("target \(target.id)").inserted else { continue }
          modules += dependencyModules(target, folder, &seen)
          modules += TargetFiles(target, folder).parts().map {
            BuildPlan.Module(files: $0, schemas: $0.schemas, root: folder)
          }
        case .product(let product):
          for target in product.targets.flatMap({ $0.recursiveTargetDependencies + [$0] }) {
            guard let target = target as? any SourceModuleTarget,
              seen.insert("module \(target.id)").inserted
            else { continue }
            let root = packageFolder(of: target.directoryURL)
            modules += TargetFiles(target).parts().map {
              BuildPlan.Module(files: $0, schemas: $0.schemas, root: root)
            }
          }
        @unknown default: continue
        }
      }
      return modules.filter { !$0.files.isEmpty }
    }

    /// The nearest folder above a target's that has a manifest: Xcode does not tell which package a target is of.
    private func packageFolder(of directory: URL) -> URL {
      var folder = directory
      while folder.pathComponents.count > 1 {
        let manifest = folder.appending(path: "Package.swift").path(percentEncoded: false)
        if FileManager.default.fileExists(atPath: manifest) { return folder }
        folder.deleteLastPathComponent()
      }
      return directory
    }
  }

  extension TargetFiles {
    fileprivate init(_ target: XcodeTarget, _ folder: URL) {
      // A product's name may be none in Swift; its module's has underscores for what cannot be there.
      let module = (target.product?.name ?? target.displayName).map { $0.isLetter || $0.isNumber ? $0 : "_" }
      self.init(
        name: target.displayName, module: String(module), directory: folder,
        files: target.inputFiles.map(\.url))
    }
  }
#endif
