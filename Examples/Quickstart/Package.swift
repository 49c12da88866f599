// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Quickstart",
  platforms: [.macOS(.v13)],
  dependencies: [
    // With a name, the products are found whatever the clone's folder is called.
    .package(name: "apus", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "Quickstart",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
      ],
      resources: [.copy("Recorded")],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
