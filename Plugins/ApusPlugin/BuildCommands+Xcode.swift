#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  /// Supports targets of Xcode projects. Paths are relative to the project's folder.
  extension BuildCommands {
    /// - Parameter swiftFiles: the Swift files that are read as documents.
    static func all(
      _ context: XcodePluginContext, _ target: XcodeTarget, swiftFiles: TargetFiles.SwiftFiles
    ) throws -> [Command] {
      let folder = context.xcodeProject.directoryURL
      var seen: Set<String> = []
      let modules = dependencyModules(target, folder, swiftFiles, &seen)
      let tool = try context.tool(named: "apusc").url
      let parts = TargetFiles(target, folder, swiftFiles).parts()
      return parts.compactMap { part in
        var schemas = part.schemas
        if schemas.isEmpty {
          schemas = modules.last { !$0.files.schemas.isEmpty }?.files.schemas ?? []
        }
        // Xcode does not say what a target depends on, so fragments of other targets cannot be found.
        let hidden = [BuildPlan.HiddenModule(name: "the project", reason: "xcode", folder: folder)]
        let plan = BuildPlan(
          target: part, schemas: schemas, below: modules, root: folder, hidden: hidden,
          siblingOutputs: parts.filter { $0.part != part.part }.flatMap(\.outputNames), isRootShared: true)
        return plan.command(tool: tool, output: context.pluginWorkDirectoryURL, note: nil)
      }
    }

    /// All modules that a target depends on, each after its own dependencies.
    private static func dependencyModules(
      _ target: XcodeTarget, _ folder: URL, _ swiftFiles: TargetFiles.SwiftFiles, _ seen: inout Set<String>
    ) -> [BuildPlan.Module] {
      var modules: [BuildPlan.Module] = []
      for dependency in target.dependencies {
        switch dependency {
        case .target(let target):
          guard seen.insert("target \(target.id)").inserted else { continue }
          modules += dependencyModules(target, folder, swiftFiles, &seen)
          modules += TargetFiles(target, folder, swiftFiles).parts().map {
            BuildPlan.Module(files: $0, schemas: $0.schemas, root: folder)
          }
        case .product(let product):
          for target in product.targets.flatMap({ $0.recursiveTargetDependencies + [$0] }) {
            guard let target = target as? any SourceModuleTarget,
              seen.insert("module \(target.id)").inserted
            else { continue }
            let root = packageFolder(of: target.directoryURL)
            let hasRuntime = target.recursiveTargetDependencies.contains { $0.name == "Apus" }
            modules += TargetFiles(target, swiftFiles: hasRuntime ? swiftFiles : .none).parts().map {
              BuildPlan.Module(files: $0, schemas: $0.schemas, root: root)
            }
          }
        @unknown default: continue
        }
      }
      return modules.filter { !$0.files.isEmpty }
    }

    /// The nearest folder above a target with a package manifest, because Xcode does not say which package a target
    /// belongs to.
    private static func packageFolder(of directory: URL) -> URL {
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
    fileprivate init(_ target: XcodeTarget, _ folder: URL, _ swiftFiles: SwiftFiles) {
      // A product's name may not be a Swift identifier; in its module's name, invalid characters are underscores.
      let module = (target.product?.name ?? target.displayName).map { $0.isLetter || $0.isNumber ? $0 : "_" }
      self.init(
        name: target.displayName, module: String(module), directory: folder,
        files: target.inputFiles.map(\.url), swiftFiles: swiftFiles)
    }
  }
#endif
