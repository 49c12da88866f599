// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Player",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "apus", path: "../apus")
  ],
  targets: [
    .executableTarget(
      name: "Player",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")])
  ]
)
