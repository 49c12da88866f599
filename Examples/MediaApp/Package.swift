// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MediaApp",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    // The app's target in App/project.yml links this.
    .library(name: "MediaViews", targets: ["MediaViews"])
  ],
  dependencies: [
    .package(name: "apus", path: "../..")
  ],
  targets: [
    // The operations, and the code that views, a widget and tests all use with them.
    .target(
      name: "MediaKit",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusCache", package: "apus"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]),
    // A client with sample data instead of a server, for previews.
    .target(
      name: "MediaSamples",
      dependencies: ["MediaKit", .product(name: "ApusTesting", package: "apus")]),
    .target(
      name: "MediaViews",
      dependencies: [
        "MediaKit", "MediaSamples",
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusSwiftUI", package: "apus"),
      ]),
    // The models of the views, without the views, for every system.
    .executableTarget(
      name: "MediaTerminal",
      dependencies: [
        "MediaKit", "MediaSamples", .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusInspector", package: "apus"),
        .product(name: "ApusSwiftUI", package: "apus"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
