// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ServerSide",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "apus", path: "../.."),
    .package(name: "apus-integrations", path: "../../Integrations"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "ServerSide",
      dependencies: [
        .product(name: "Apus", package: "apus"),
        .product(name: "ApusAsyncHTTPClient", package: "apus-integrations"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ApusInspector", package: "apus"),
        .product(name: "ApusLogging", package: "apus-integrations"),
        .product(name: "ApusMetrics", package: "apus-integrations"),
        .product(name: "ApusServiceLifecycle", package: "apus-integrations"),
        .product(name: "ApusTracing", package: "apus-integrations"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      plugins: [.plugin(name: "ApusPlugin", package: "apus")]
    )
  ],
  swiftLanguageModes: [.v6]
)
