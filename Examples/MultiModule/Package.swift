// swift-tools-version: 6.2
import PackageDescription

let apus = Target.Dependency.product(name: "Apus", package: "apus")
let plugin = Target.PluginUsage.plugin(name: "ApusPlugin", package: "apus")

let package = Package(
  name: "MultiModule",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "apus", path: "../..")],
  targets: [
    // The schema and the fragments that features share.
    .target(name: "LibraryAPI", dependencies: [apus], plugins: [plugin]),
    // A feature, whose operations spread these fragments.
    .target(name: "Shelves", dependencies: [apus, "LibraryAPI"], plugins: [plugin]),
    .executableTarget(name: "Reader", dependencies: [apus, "LibraryAPI", "Shelves"]),
    .testTarget(name: "ShelvesTests", dependencies: ["LibraryAPI", "Shelves"]),
  ],
  swiftLanguageModes: [.v6]
)
