// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GitHubExplorer",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "apus", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "GitHubExplorer",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusTesting", package: "apus"),
      ],
      resources: [.copy("Recorded")],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
