// swift-tools-version: 6.1
import PackageDescription

// A package of its own: its module SwiftUI would hide the real one. The package's sources are linked in, since the wrappers use what
// only its own modules may.
let package = Package(
  name: "SwiftUIStub",
  targets: [
    .target(name: "Combine"),
    .target(name: "SwiftUI", dependencies: ["Combine"]),
    .target(name: "Apus"),
    .target(name: "ApusHash"),
    .target(name: "ApusPlatform"),
    .target(name: "ApusHTTP", dependencies: ["Apus", "ApusPlatform"]),
    .target(name: "CApusCurl"),
    .target(name: "ApusCurl", dependencies: ["ApusPlatform", "ApusHTTP", "CApusCurl"]),
    .target(name: "ApusWebSocket", dependencies: ["Apus", "ApusPlatform", "ApusCurl"]),
    .target(
      name: "ApusClient",
      dependencies: ["Apus", "ApusPlatform", "ApusCurl", "ApusHash", "ApusWebSocket"]),
    .target(name: "ApusCache", dependencies: ["Apus", "ApusClient", "ApusPlatform"]),
    .target(name: "ApusSwiftUI", dependencies: ["Apus", "ApusClient", "ApusCache", "Combine", "SwiftUI"]),
    .testTarget(name: "WrapperTests", dependencies: ["ApusPlatform", "ApusSwiftUI"]),
  ],
  swiftLanguageModes: [.v6]
)
