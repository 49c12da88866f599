// swift-tools-version: 6.1
import PackageDescription

// A package of its own: Apus has no dependencies.
let package = Package(
  name: "NIOPeer",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "https://github.com/apple/swift-nio", from: "2.100.0")],
  targets: [
    .executableTarget(
      name: "NIOPeer",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
