#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  /// The same for a target of an Xcode project: paths are told from the project's folder.
  extension ApusPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let folder = context.xcodeProject.directoryURL
      let root = RootFiles(folder)
      let own = TargetFiles(target, folder)
      var below: [TargetFiles] = []
      for dependency in target.dependencies {
        switch dependency {
        case .target(let target): below.append(TargetFiles(target, folder))
        case .product(let product):
          below += product.targets.compactMap { $0 as? any SourceModuleTarget }.map(TargetFiles.init)
        @unknown default: break
        }
      }
      let nearest = own.schemas.isEmpty ? below.flatMap(\.schemas) : own.schemas
      let schemas = nearest.isEmpty ? root.schemas : nearest
      // A target with a schema of its own is another matter.
      let modules = below.filter { !$0.isEmpty && ($0.schemas.isEmpty || $0.schemas == schemas) }
        .map { BuildPlan.Module(files: $0, root: root) }
      let plan = BuildPlan(target: own, schemas: schemas, below: modules, root: root)
      return plan.commands(tool: try context.tool(named: "apusc").url, output: context.pluginWorkDirectoryURL)
    }
  }

  extension TargetFiles {
    fileprivate init(_ target: XcodeTarget, _ folder: URL) {
      self.init(
        name: target.displayName, module: target.product?.name ?? target.displayName, directory: folder,
        files: target.inputFiles.map(\.url))
    }
  }
#endif
