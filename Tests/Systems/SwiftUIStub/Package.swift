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
    .target(name: "ApusFoundation"),
    .target(name: "ApusConcurrency", dependencies: ["ApusFoundation"]),
    .target(name: "ApusTransport", dependencies: ["Apus", "ApusConcurrency"]),
    .target(name: "CApusCurl"),
    .target(name: "ApusCurl", dependencies: ["ApusConcurrency", "ApusTransport", "CApusCurl"]),
    .target(name: "ApusWebSocket", dependencies: ["Apus", "ApusConcurrency", "ApusCurl"]),
    .target(
      name: "ApusClient",
      dependencies: ["Apus", "ApusConcurrency", "ApusCurl", "ApusHash", "ApusWebSocket"]),
    .target(name: "ApusCache", dependencies: ["Apus", "ApusClient", "ApusConcurrency"]),
    .target(name: "ApusSwiftUI", dependencies: ["Apus", "ApusClient", "ApusCache", "Combine", "SwiftUI"]),
    .testTarget(name: "WrapperTests", dependencies: ["ApusConcurrency", "ApusSwiftUI"]),
  ],
  swiftLanguageModes: [.v6]
)
