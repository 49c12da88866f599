// swift-tools-version: 6.2
import PackageDescription

// A package of its own: Apus has no dependencies.
let package = Package(
  name: "NIORequests",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "apus", path: "../../.."),
    .package(name: "apus-integrations", path: "../../../Integrations"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.26.0"),
  ],
  targets: [
    .executableTarget(
      name: "NIORequests",
      dependencies: [
        .product(name: "Apus", package: "apus"), .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusAsyncHTTPClient", package: "apus-integrations"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
