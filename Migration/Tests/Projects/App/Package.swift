// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Player",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/apollographql/apollo-ios.git", from: "2.0.0")],
  targets: [
    .executableTarget(
      name: "Player", dependencies: [.product(name: "Apollo", package: "apollo-ios")], path: "Player")
  ]
)
