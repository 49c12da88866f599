// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OfflineLibrary",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "apus", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "OfflineLibrary",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusCache", package: "apus"),
        .product(name: "ApusCacheSQLite", package: "apus"),
        .product(name: "ApusOfflineMutations", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
