// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FragmentViews",
  platforms: [.macOS(.v13)],
  dependencies: [
    // With a name, the products are found whatever the clone's folder is called.
    .package(name: "apus", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "FragmentViews",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusSwiftUI", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusSwiftPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
