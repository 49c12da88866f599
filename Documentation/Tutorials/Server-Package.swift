// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AlbumService",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "apus", path: "../apus"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .executableTarget(
      name: "AlbumService",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")])
  ]
)
