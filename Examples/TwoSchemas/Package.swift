// swift-tools-version: 6.2
import PackageDescription

let apus = Target.Dependency.product(name: "Apus", package: "apus")
let plugin = Target.PluginUsage.plugin(name: "ApusPlugin", package: "apus")

let package = Package(
  name: "TwoSchemas",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "apus", path: "../..")],
  targets: [
    .target(name: "Weather", dependencies: [apus], plugins: [plugin]),
    .target(name: "Trains", dependencies: [apus], plugins: [plugin]),
    .executableTarget(name: "Trip", dependencies: [apus, "Weather", "Trains"]),
  ],
  swiftLanguageModes: [.v6]
)
