// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LiveReviews",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "apus", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "LiveReviews",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
