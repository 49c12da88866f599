// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "apus",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    // What generated code imports.
    .library(name: "Apus", targets: ["Apus"]),
    // The HTTP client.
    .library(name: "ApusClient", targets: ["ApusClient"]),
    // The normalized cache.
    .library(name: "ApusCache", targets: ["ApusCache"]),
    // The models behind views, and property wrappers for SwiftUI.
    .library(name: "ApusSwiftUI", targets: ["ApusSwiftUI"]),
    // Mutations that survive the app, for those that work offline. It has a file of its own.
    .library(name: "ApusOfflineMutations", targets: ["ApusOfflineMutations"]),
    // Documents written as Swift expressions.
    .library(name: "ApusText", targets: ["ApusText"]),
    // Stores the cache in a file.
    .library(name: "ApusCacheSQLite", targets: ["ApusCacheSQLite"]),
    // What a client and its cache do, as a page in the browser, for debug builds.
    .library(name: "ApusInspector", targets: ["ApusInspector"]),
    // For users' tests.
    .library(name: "ApusTesting", targets: ["ApusTesting"]),
    // The compiler: as a build-tool plugin and as a command.
    .plugin(name: "ApusPlugin", targets: ["ApusPlugin"]),
    // The same, which also reads the documents in Swift files.
    .plugin(name: "ApusSwiftPlugin", targets: ["ApusSwiftPlugin"]),
    .plugin(name: "ApusCommandPlugin", targets: ["ApusCommandPlugin"]),
    .plugin(name: "ApusFetchSchemaPlugin", targets: ["ApusFetchSchemaPlugin"]),
    .plugin(name: "ApusMockPlugin", targets: ["ApusMockPlugin"]),
    .executable(name: "apusc", targets: ["apusc"]),
    // The commands that no build runs, such as `report` and `format`: what `swift package apus` runs.
    .executable(name: "apus-tool", targets: ["apus-tool"]),
    // For editors. A product of its own, so that no build that uses the plugin compiles it.
    .executable(name: "apus-language-server", targets: ["apus-language-server"]),
    // What `apus-tool mock` runs; a program of its own, so that no build has to compile it.
    .executable(name: "apus-mock", targets: ["apus-mock"]),
  ],
  traits: [
    .trait(
      name: "LinkedLibraries",
      description: """
        Links the system's libcurl (on Linux) and SQLite at build time. Otherwise a program loads them when it \
        needs them, which fully static programs cannot.
        """)
  ],
  targets: [
    // SHA-256, for compiler and client alike.
    .target(name: "ApusHash", path: "Sources/Shared/Hash"),
    // Which forms a type permits, and generated texts, for samples in tests and for the mock server.
    .target(name: "ApusShapeChoices", path: "Sources/Shared/ShapeChoices"),

    // The runtime. Nothing here imports the compiler.
    .target(name: "Apus", path: "Sources/Runtime/Apus"),
    // What the modules below use of the system: of Foundation, on Linux, no more than FoundationEssentials; locks, times and threads.
    .target(name: "ApusPlatform", path: "Sources/Shared/Platform"),
    // An HTTP server on the loopback interface, for the mock server and the inspector.
    .target(name: "ApusLoopback", dependencies: ["ApusPlatform"], path: "Sources/Shared/Loopback"),
    // The page of the inspector, for apps and for `apus-tool inspect`.
    .target(
      name: "ApusInspectorPage", dependencies: ["ApusLoopback", "ApusPlatform"],
      path: "Sources/Shared/InspectorPage"),
    // What transports receive and return.
    .target(name: "ApusHTTP", dependencies: ["Apus", "ApusPlatform"], path: "Sources/Transports/HTTP"),
    // The linked form of libcurl, on Linux, and what Swift's modules lack there.
    .target(
      name: "CApusCurl", path: "Sources/Transports/CApusCurl",
      cSettings: [.define("APUS_LINKED_LIBRARIES", .when(traits: ["LinkedLibraries"]))],
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux], traits: ["LinkedLibraries"]))]),
    // HTTP by libcurl, on Linux, and what WebSockets share with it.
    .target(
      name: "ApusCurl", dependencies: ["ApusPlatform", "ApusHTTP", "CApusCurl"],
      path: "Sources/Transports/Curl"),
    // RFC 6455.
    .target(
      name: "ApusWebSocket",
      dependencies: ["Apus", "ApusPlatform", "ApusCurl", "ApusHTTP"], path: "Sources/Transports/WebSocket"),
    // HTTP by URLSession, part of ApusClient except on Linux, where it is empty.
    .target(
      name: "ApusURLSession", dependencies: ["ApusPlatform", "ApusHTTP"],
      path: "Sources/Transports/URLSession"),
    .target(
      name: "ApusClient",
      dependencies: [
        "Apus", "ApusPlatform", "ApusCurl", "ApusHash", "ApusHTTP", "ApusWebSocket",
        .byName(
          name: "ApusURLSession",
          condition: .when(platforms: [
            .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .android, .windows,
          ])),
      ], path: "Sources/Runtime/Client"),
    .target(
      name: "ApusCache", dependencies: ["Apus", "ApusClient", "ApusPlatform"], path: "Sources/Runtime/Cache"),
    .target(
      name: "ApusSwiftUI", dependencies: ["Apus", "ApusClient", "ApusCache", "ApusPlatform"],
      path: "Sources/Runtime/SwiftUI"),
    .target(
      name: "ApusOfflineMutations",
      dependencies: ["Apus", "ApusCache", "ApusClient", "ApusPlatform", "ApusSwiftUI"],
      path: "Sources/Runtime/OfflineMutations"),
    .target(name: "ApusText", dependencies: ["Apus", "ApusClient"], path: "Sources/Runtime/Text"),
    // The linked form of SQLite.
    .target(
      name: "CApusSQLite", path: "Sources/Runtime/CApusSQLite",
      cSettings: [.define("APUS_LINKED_LIBRARIES", .when(traits: ["LinkedLibraries"]))],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["LinkedLibraries"]))]),
    .target(
      name: "ApusCacheSQLite",
      dependencies: ["ApusCache", "ApusPlatform", "CApusSQLite"],
      path: "Sources/Runtime/CacheSQLite"),
    .target(
      name: "ApusInspector",
      dependencies: [
        "Apus", "ApusCache", "ApusClient", "ApusInspectorPage", "ApusLoopback", "ApusOfflineMutations",
        "ApusPlatform",
      ], path: "Sources/Runtime/Inspector"),
    .target(
      name: "ApusTesting", dependencies: ["Apus", "ApusClient", "ApusPlatform", "ApusShapeChoices"],
      path: "Sources/Runtime/Testing"),

    // The compiler, one module a stage. Nothing here imports the runtime.
    .target(name: "ApusSource", path: "Sources/Compiler/Source"),
    .target(name: "ApusSyntax", dependencies: ["ApusSource"], path: "Sources/Compiler/Syntax"),
    // Documents in Swift files.
    .target(name: "ApusSwiftSource", dependencies: ["ApusSource"], path: "Sources/Compiler/SwiftSource"),
    .target(name: "ApusSchema", dependencies: ["ApusSyntax", "ApusSource"], path: "Sources/Compiler/Schema"),
    .target(
      name: "ApusDocuments", dependencies: ["ApusHash", "ApusSchema"], path: "Sources/Compiler/Documents"),
    .target(name: "ApusValidation", dependencies: ["ApusDocuments"], path: "Sources/Compiler/Validation"),
    .target(name: "ApusShapes", dependencies: ["ApusDocuments"], path: "Sources/Compiler/Shapes"),
    .target(
      name: "ApusSwiftModel", dependencies: ["ApusShapes", "ApusHash"], path: "Sources/Compiler/SwiftModel"),
    .target(name: "ApusEmitter", dependencies: ["ApusSwiftModel"], path: "Sources/Compiler/Emitter"),
    .target(
      name: "ApusDriver", dependencies: ["ApusValidation", "ApusEmitter", "ApusSwiftSource"],
      path: "Sources/Compiler/Driver"),
    // Generates and checks: what a build runs, and therefore compiles.
    .executableTarget(name: "apusc", dependencies: ["ApusDriver"], path: "Sources/Tools/apusc"),
    // Documents and schemas as text for people. The compiler writes none.
    .target(
      name: "ApusFormatter", dependencies: ["ApusSchema", "ApusSwiftSource"], path: "Sources/Tools/Formatter"),
    // Every other command. Command plugins use it, and tools for coding agents, which ask what a schema change breaks.
    .target(
      name: "ApusTool",
      dependencies: [
        "ApusDriver", "ApusFormatter", "ApusInspectorPage", "ApusLoopback", "ApusSwiftSource",
      ],
      path: "Sources/Tools/Tool"),
    .executableTarget(name: "apus-tool", dependencies: ["ApusTool"], path: "Sources/Tools/apus-tool"),
    .target(
      name: "ApusLanguageService", dependencies: ["ApusValidation"], path: "Sources/Tools/LanguageService"),
    .target(
      name: "ApusLanguageServer",
      dependencies: ["ApusLanguageService", "ApusDriver", "ApusFormatter", "ApusSwiftSource", "ApusTool"],
      path: "Sources/Tools/LanguageServer"),
    .executableTarget(
      name: "apus-language-server", dependencies: ["ApusLanguageServer"],
      path: "Sources/Tools/apus-language-server"),
    // Invented answers: nothing that a build needs.
    .target(
      name: "ApusMock", dependencies: ["ApusDriver", "ApusLoopback", "ApusShapeChoices"],
      path: "Sources/Tools/Mock"),
    .executableTarget(name: "apus-mock", dependencies: ["ApusMock"], path: "Sources/Tools/apus-mock"),
    .plugin(name: "ApusPlugin", capability: .buildTool(), dependencies: ["apusc"]),
    .plugin(name: "ApusSwiftPlugin", capability: .buildTool(), dependencies: ["apusc"]),
    .plugin(
      name: "ApusCommandPlugin",
      capability: .command(
        intent: .custom(verb: "apus", description: "Check, print and report GraphQL operations.")),
      dependencies: ["apus-tool"]),
    // Plugins of their own, so that no other command builds the programs that they run.
    .plugin(
      name: "ApusMockPlugin",
      capability: .command(
        intent: .custom(verb: "apus-mock", description: "Invent responses for GraphQL operations.")),
      dependencies: ["apus-tool", "apus-mock"]),
    .plugin(
      name: "ApusFetchSchemaPlugin",
      capability: .command(
        intent: .custom(verb: "apus-fetch-schema", description: "Download a server's GraphQL schema."),
        permissions: [
          .allowNetworkConnections(scope: .all(), reason: "The schema comes from the server."),
          .writeToPackageDirectory(reason: "The schema is kept in the package."),
        ]),
      dependencies: ["apus-tool"]),

    // Tests of one module each.
    .testTarget(name: "ApusHashTests", dependencies: ["ApusHash"], path: "Tests/Unit/Hash"),
    .testTarget(
      name: "ApusShapeChoicesTests", dependencies: ["ApusShapeChoices", "TestSupport"],
      path: "Tests/Unit/ShapeChoices"),
    .testTarget(name: "ApusTests", dependencies: ["Apus", "TestSupport"], path: "Tests/Unit/Apus"),
    .testTarget(
      name: "ApusClientTests",
      dependencies: [
        "ApusClient", "ApusPlatform", "ApusCurl", "ApusTesting", "ApusHTTP",
        "ApusWebSocket", "TestSupport",
      ],
      path: "Tests/Unit/Client"),
    .testTarget(
      name: "ApusTextTests", dependencies: ["ApusText", "ApusSyntax", "ReferencePrinter"],
      path: "Tests/Unit/Text"),
    .testTarget(
      name: "ApusCacheTests",
      dependencies: [
        "ApusCache", "ApusCacheSQLite", "ApusPlatform", "ApusSwiftUI", "ApusTesting", "ApusSwiftModel",
        "ApusValidation", "CacheFixtures", "TestSupport",
      ],
      path: "Tests/Unit/Cache",
      exclude: ["GraphQL", "README.md"]),
    .testTarget(
      name: "ApusOfflineMutationsTests",
      dependencies: [
        "ApusOfflineMutations", "ApusCache", "ApusClient", "ApusPlatform", "ApusTesting", "CacheFixtures",
        "TestSupport",
      ],
      path: "Tests/Unit/OfflineMutations",
      exclude: ["GraphQL"]),
    .testTarget(
      name: "ApusCacheSQLiteTests",
      dependencies: [
        "ApusCacheSQLite", "ApusCache", "ApusClient", "ApusPlatform", "ApusOfflineMutations",
        "ApusTesting", "CacheFixtures",
        "TestSupport", "apus-cache-child",
      ],
      path: "Tests/Unit/CacheSQLite"),
    .testTarget(
      name: "ApusSyntaxTests", dependencies: ["ApusSyntax", "ReferencePrinter", "TestSupport"],
      path: "Tests/Unit/Syntax"),
    .testTarget(
      name: "ApusSourceTests", dependencies: ["ApusSource"], path: "Tests/Unit/Source"),
    .testTarget(
      name: "ApusSwiftSourceTests", dependencies: ["ApusSwiftSource", "TestSupport"],
      path: "Tests/Unit/SwiftSource"),
    .testTarget(
      name: "ApusSchemaTests", dependencies: ["ApusSchema", "ReferencePrinter"], path: "Tests/Unit/Schema"),
    .testTarget(name: "ApusDocumentsTests", dependencies: ["ApusDocuments"], path: "Tests/Unit/Documents"),
    .testTarget(name: "ApusValidationTests", dependencies: ["ApusValidation"], path: "Tests/Unit/Validation"),
    .testTarget(name: "ApusShapesTests", dependencies: ["ApusShapes"], path: "Tests/Unit/Shapes"),
    .testTarget(
      name: "ApusSwiftModelTests",
      dependencies: ["ApusSwiftModel", "ApusSentText", "ApusValidation", "TestSupport"],
      path: "Tests/Unit/SwiftModel",
      exclude: ["Fixtures"]),
    .testTarget(
      name: "ApusEmitterTests", dependencies: ["ApusEmitter", "ApusSentText", "TestSupport"],
      path: "Tests/Unit/Emitter"),
    .testTarget(
      name: "ApusDriverTests",
      dependencies: ["ApusDriver", "ApusSentText", "ReferencePrinter", "TestSupport"],
      path: "Tests/Unit/Driver"),
    .testTarget(
      name: "ApusFormatterTests", dependencies: ["ApusFormatter", "ApusSwiftSource", "TestSupport"],
      path: "Tests/Unit/Formatter"),
    .testTarget(
      name: "ApusToolTests",
      dependencies: [
        "ApusInspectorPage", "ApusMock", "ApusTool", "ReferencePrinter", "TestSupport",
        "apus-language-server", "apus-mock", "apus-tool", "apusc",
      ],
      path: "Tests/Unit/Tool"),
    .testTarget(
      name: "ApusLanguageServiceTests", dependencies: ["ApusLanguageService", "TestSupport"],
      path: "Tests/Unit/LanguageService"),
    .testTarget(
      name: "ApusLanguageServerTests", dependencies: ["ApusLanguageServer", "TestSupport"],
      path: "Tests/Unit/LanguageServer"),
    .testTarget(
      name: "ApusMockTests", dependencies: ["ApusMock", "ApusClient", "ApusLoopback"], path: "Tests/Unit/Mock"
    ),
    .testTarget(
      name: "ApusInspectorTests",
      dependencies: [
        "ApusInspector", "ApusCache", "ApusClient", "ApusInspectorPage", "ApusLoopback",
        "ApusOfflineMutations", "ApusPlatform", "ApusTesting", "CacheFixtures", "TestSupport",
      ],
      path: "Tests/Unit/Inspector"),
    // What several of them use.
    .target(name: "TestSupport", path: "Tests/Support", exclude: ["Printing"]),
    // Documents and schemas in the layout of graphql-js, with which parsed ones are compared.
    .target(name: "ReferencePrinter", dependencies: ["ApusSchema"], path: "Tests/Support/Printing"),
    // Compares what is sent with the documents that it was made of.
    .target(name: "ApusSentText", dependencies: ["ApusSwiftModel"], path: "Tests/Judges/SentText"),
    .target(
      name: "CacheFixtures", dependencies: ["ApusCache", "ApusClient", "ApusPlatform", "TestSupport"],
      path: "Tests/Systems/CacheFixtures"),
    // A process with a stored cache, which tests kill and limit.
    .executableTarget(
      name: "apus-cache-child",
      dependencies: [
        "ApusCacheSQLite", "ApusCache", "ApusClient", "ApusPlatform", "ApusOfflineMutations",
        "CacheFixtures",
      ],
      path: "Tests/Systems/CacheChild"),
    // A process with a full inspector, for tests in a browser.
    .executableTarget(
      name: "apus-inspector-child",
      dependencies: [
        "ApusInspector", "ApusCache", "ApusClient", "ApusPlatform", "ApusTesting", "CacheFixtures",
      ],
      path: "Tests/Systems/InspectorChild"),

    // Documents, and the Swift that they become: recorded by one target, compiled and run by the other.
    .testTarget(
      name: "GoldenTests", dependencies: ["ApusDriver", "ApusSentText", "TestSupport"],
      path: "Tests/Golden/Recording"),
    .testTarget(
      name: "GeneratedCodeTests", dependencies: ["Apus", "ApusTesting", "TestSupport"],
      path: "Tests/Golden/Running"),
  ],
  swiftLanguageModes: [.v6]
)

// Programs of the project's own that judge and measure it, and the tests that need more than Swift: these programs, Python's servers, other
// packages. They use `package` declarations, so they are targets of this package; users and most contributors need none of them.
if Context.environment["APUS_JUDGES"] != nil {
  package.targets += [
    .executableTarget(
      name: "apus-conformance",
      dependencies: ["ApusSyntax", "ApusSchema", "ApusValidation", "ReferencePrinter"],
      path: "Tests/Judges/Conformance", exclude: ["run", "exceptions.json"]),
    .executableTarget(
      name: "apus-benchmark",
      dependencies: [
        "ApusDriver", "ApusSyntax", "Apus", "ApusClient", "ApusCache", "ApusCacheSQLite", "ApusPlatform",
        "ApusInspector", "ApusOfflineMutations", "ApusSwiftUI",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "RESULTS.md", "all", "cache", "compare", "cold-build", "costs", "costs.json", "compile-cost",
        "decode",
        "language-server",
        "graphql_core.py", "graphql_js.js", "requests", "requests_plain.c", "requests_server.py",
        "simdjson_feed.cpp", "simdjson_shapes.cpp", "static", "transport", "transport_server.py",
        "messages", "samples", "swift-files", "messages_server.py", "messages_peer.py", "NIOPeer",
        "NIORequests", "nio-requests",
        "Runtime/Shapes/Notices.graphql", "Runtime/Shapes/Shapes.graphql", "Runtime/Shapes/schema.graphqls",
        "Runtime/Shapes/apus.json",
      ]),
    .executableTarget(
      name: "apus-fuzz",
      dependencies: [
        "ApusDriver", "ApusLanguageServer", "ApusSentText", "ReferencePrinter", "TestSupport",
      ],
      path: "Tests/Judges/Fuzz", exclude: ["run", "realtime", "cache", "StoredCache"]),
    // Damaged storages of the cache.
    .executableTarget(
      name: "apus-cache-fuzz",
      dependencies: ["ApusCacheSQLite", "ApusCache", "ApusClient", "ApusPlatform", "CacheFixtures"],
      path: "Tests/Judges/Fuzz/StoredCache"),
    // Random documents, interpreted.
    .executableTarget(
      name: "apus-meaning",
      dependencies: ["ApusSwiftModel", "ApusSentText", "ApusValidation", "TestSupport"],
      path: "Tests/Judges/Meaning",
      exclude: ["run"]),
    // Random documents made by the builder of ApusText.
    .executableTarget(
      name: "apus-texts", dependencies: ["ApusText", "ApusValidation", "TestSupport"],
      path: "Tests/Judges/Texts",
      exclude: ["run"]),
    .testTarget(
      name: "JudgesTests",
      dependencies: ["ApusSwiftModel", "CacheFixtures", "apus-cache-fuzz", "apus-meaning", "apus-texts"],
      path: "Tests/Judges/Tests"),
    // A module of the package Integrations, for the tests against the server.
    .target(
      name: "ApusAppSync", dependencies: ["Apus", "ApusClient"], path: "Integrations/Sources/ApusAppSync"),
    // Against the server of Tests/Systems/IntegrationServer, where there is a Python that can run it.
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "ApusAppSync", "ApusClient", "ApusCache", "ApusPlatform", "ApusSwiftUI", "ApusTesting",
        "TestSupport",
      ],
      path: "Tests/Systems/Integration",
      exclude: ["GraphQL", "README.md"]),
    // Builds packages outside the repository, where APUS_PLUGIN_TESTS is set.
    .testTarget(name: "PluginTests", dependencies: ["TestSupport"], path: "Tests/Systems/Plugins"),
  ]
}

// What Apple's store asks of libraries that read the attributes of files. For a module with resources, SwiftPM generates Swift that imports
// Foundation, so no other system may see them.
let modulesWithPrivacyManifest = ["ApusClient", "ApusCacheSQLite"]
for target in package.targets where modulesWithPrivacyManifest.contains(target.name) {
  #if canImport(Darwin)
    target.resources = [.copy("PrivacyInfo.xcprivacy")]
  #else
    target.exclude.append("PrivacyInfo.xcprivacy")
  #endif
}

// `APUS_TESTS=ApusSwiftModelTests,GoldenTests swift test` compiles no other tests.
if let names = Context.environment["APUS_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
