// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Albums",
  platforms: [.iOS(.v16), .macOS(.v13)],
  products: [
    .library(name: "AlbumViews", targets: ["AlbumViews"])
  ],
  dependencies: [
    .package(name: "apus", path: "../apus")
  ],
  targets: [
    .target(
      name: "AlbumViews",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusCache", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusSwiftUI", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusSwiftPlugin", package: "apus")])
  ]
)
