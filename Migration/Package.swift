// swift-tools-version: 6.2
import PackageDescription

// Moves apps to Apus. A package of its own, because it needs a Swift parser, which no user of the libraries should have to build.
//
// The folders in Compiler are links to modules of the main package. A dependency on that package would not do: what is needed is
// `package` there, and no product has it.
let package = Package(
  name: "apus-migration",
  platforms: [.macOS(.v13)],
  products: [.executable(name: "apus-migrate", targets: ["apus-migrate"])],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", from: "602.0.0")],
  targets: [
    .target(name: "ApusSource", path: "Compiler/ApusSource"),
    .target(name: "ApusSyntax", dependencies: ["ApusSource"], path: "Compiler/ApusSyntax"),
    .target(name: "ApusSchema", dependencies: ["ApusSyntax", "ApusSource"], path: "Compiler/ApusSchema"),
    .target(name: "ApusDocuments", dependencies: ["ApusHash", "ApusSchema"], path: "Compiler/ApusDocuments"),
    .target(name: "ApusValidation", dependencies: ["ApusDocuments"], path: "Compiler/ApusValidation"),
    .target(name: "ApusHash", path: "Compiler/ApusHash"),
    .target(name: "ApusShapes", dependencies: ["ApusDocuments"], path: "Compiler/ApusShapes"),
    .target(
      name: "ApusSwiftModel", dependencies: ["ApusShapes", "ApusHash"], path: "Compiler/ApusSwiftModel"),
    .target(name: "ApusEmitter", dependencies: ["ApusSwiftModel"], path: "Compiler/ApusEmitter"),
    .target(name: "ApusSwiftSource", dependencies: ["ApusSource"], path: "Compiler/ApusSwiftSource"),
    .target(
      name: "ApusDriver", dependencies: ["ApusValidation", "ApusEmitter", "ApusSwiftSource"],
      path: "Compiler/ApusDriver"),
    .target(
      name: "ApusMigration",
      dependencies: [
        "ApusDriver", "ApusSwiftSource",
        .product(name: "SwiftLexicalLookup", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .executableTarget(name: "apus-migrate", dependencies: ["ApusMigration"]),
    .executableTarget(
      name: "apus-migration-fuzz", dependencies: ["ApusMigration", "ApusDriver"], path: "Tests/Fuzz"),
    .testTarget(name: "ApusMigrationTests", dependencies: ["ApusMigration"], exclude: ["Shapes"]),
  ],
  swiftLanguageModes: [.v6]
)
