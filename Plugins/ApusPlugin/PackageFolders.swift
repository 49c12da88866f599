import Foundation
import PackagePlugin

/// Which package each target of a build belongs to.
struct PackageFolders {
  private var folders: [Target.ID: URL] = [:]

  init(_ package: Package) {
    var open = [package]
    var seen: Set<Package.ID> = []
    while let next = open.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      for target in next.targets { folders[target.id] = next.directoryURL }
      open += next.dependencies.map(\.package)
    }
  }

  /// The files at the root of a target's package.
  func root(of target: any Target) -> RootFiles {
    RootFiles(folders[target.id] ?? target.directoryURL)
  }
}
