// swift-tools-version: 6.2
import PackageDescription

// Connects Apus to the libraries of server-side Swift. This is a separate package, so that apps that need none of them do not download them.
let package = Package(
  name: "apus-integrations",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    // Sends requests with AsyncHTTPClient.
    .library(name: "ApusAsyncHTTPClient", targets: ["ApusAsyncHTTPClient"]),
    // Spans for swift-distributed-tracing.
    .library(name: "ApusTracing", targets: ["ApusTracing"]),
    // Figures for swift-metrics.
    .library(name: "ApusMetrics", targets: ["ApusMetrics"]),
    // Records for swift-log.
    .library(name: "ApusLogging", targets: ["ApusLogging"]),
    // Subscriptions of AWS AppSync.
    .library(name: "ApusAppSync", targets: ["ApusAppSync"]),
    // A client that a service group stops.
    .library(name: "ApusServiceLifecycle", targets: ["ApusServiceLifecycle"]),
  ],
  dependencies: [
    .package(name: "apus", path: ".."),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.26.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    .target(
      name: "ApusAsyncHTTPClient",
      dependencies: [
        .product(name: "ApusClient", package: "apus"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    // Observes subscriptions, for the modules below.
    .target(name: "SubscriptionLifetime", dependencies: [.product(name: "ApusClient", package: "apus")]),
    .target(
      name: "ApusTracing",
      dependencies: [
        "SubscriptionLifetime", .product(name: "ApusClient", package: "apus"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .target(
      name: "ApusMetrics",
      dependencies: [
        "SubscriptionLifetime", .product(name: "ApusCache", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
        .product(name: "Metrics", package: "swift-metrics"),
      ]),
    .target(
      name: "ApusLogging",
      dependencies: [
        .product(name: "ApusClient", package: "apus"), .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "ApusServiceLifecycle",
      dependencies: [
        .product(name: "ApusClient", package: "apus"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "ApusAppSync",
      dependencies: [
        .product(name: "Apus", package: "apus"), .product(name: "ApusClient", package: "apus"),
      ]),
    // A server and operations for tests.
    .target(
      name: "TestServer",
      dependencies: [
        .product(name: "Apus", package: "apus"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/TestServer", plugins: [.plugin(name: "ApusPlugin", package: "apus")]),
    .testTarget(
      name: "TransportTests",
      dependencies: [
        "ApusAsyncHTTPClient", "TestServer", .product(name: "ApusClient", package: "apus"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    // The package of Apus also tests the module against a server: Tests/Systems/Integration/HandmadeServerTests.swift.
    .testTarget(
      name: "AppSyncTests",
      dependencies: [
        "ApusAppSync", .product(name: "Apus", package: "apus"),
        .product(name: "ApusClient", package: "apus"),
      ]),
    .testTarget(
      name: "ObservationTests",
      dependencies: [
        "ApusLogging", "ApusMetrics", "ApusServiceLifecycle", "ApusTracing", "TestServer",
        .product(name: "ApusTesting", package: "apus"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
