import Foundation
import PackagePlugin

/// Maps targets to packages, and finds the schema of each target.
struct PackageFolders {
  private var folders: [Target.ID: URL] = [:]
  /// Swift targets, by the folder of their package.
  private var targets: [URL: [any SourceModuleTarget]] = [:]

  init(_ package: Package) {
    var open = [package]
    var seen: Set<Package.ID> = []
    while let next = open.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      for target in next.targets { folders[target.id] = next.directoryURL }
      targets[next.directoryURL] = next.targets.compactMap { $0 as? any SourceModuleTarget }
      open += next.dependencies.map(\.package)
    }
  }

  /// The folder of a target's package.
  func folder(of target: any Target) -> URL { folders[target.id] ?? target.directoryURL }

  /// The targets of a package, except some.
  func targets(besides others: [any SourceModuleTarget], in folder: URL) -> [any SourceModuleTarget] {
    let known = Set(others.map(\.id))
    return (targets[folder] ?? []).filter { !known.contains($0.id) }
  }

  /// The schemas of a part of a target, or else of its nearest dependencies that have some. If there are none, the tool
  /// looks at the root of the package.
  func schemas(of part: TargetFiles, _ target: any SourceModuleTarget) -> [URL] {
    var schemas = part.schemas
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
