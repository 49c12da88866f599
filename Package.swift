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
    // For users' tests.
    .library(name: "ApusTesting", targets: ["ApusTesting"]),
    // The compiler: as a build-tool plugin and as a command.
    .plugin(name: "ApusPlugin", targets: ["ApusPlugin"]),
    .plugin(name: "ApusCommandPlugin", targets: ["ApusCommandPlugin"]),
    .plugin(name: "ApusFetchSchemaPlugin", targets: ["ApusFetchSchemaPlugin"]),
    .plugin(name: "ApusMockPlugin", targets: ["ApusMockPlugin"]),
    .executable(name: "apusc", targets: ["apusc"]),
    // For editors. A product of its own, so that no build that uses the plugin compiles it.
    .executable(name: "apus-language-server", targets: ["apus-language-server"]),
    // What `apusc mock` runs; a program of its own, so that no build has to compile it.
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
    .target(name: "ApusHash"),

    // The runtime. Nothing here imports the compiler.
    .target(name: "Apus"),
    // What the modules below use of Foundation: on Linux no more than FoundationEssentials.
    .target(name: "ApusFoundation"),
    .target(name: "ApusConcurrency", dependencies: ["ApusFoundation"]),
    // What transports receive and return.
    .target(name: "ApusTransport", dependencies: ["Apus", "ApusConcurrency", "ApusFoundation"]),
    // The linked form of libcurl, on Linux, and what Swift's modules lack there.
    .target(
      name: "CApusCurl",
      cSettings: [.define("APUS_LINKED_LIBRARIES", .when(traits: ["LinkedLibraries"]))],
      linkerSettings: [.linkedLibrary("curl", .when(platforms: [.linux], traits: ["LinkedLibraries"]))]),
    // HTTP by libcurl, on Linux, and what WebSockets share with it.
    .target(
      name: "ApusCurl", dependencies: ["ApusConcurrency", "ApusFoundation", "ApusTransport", "CApusCurl"]),
    // RFC 6455.
    .target(
      name: "ApusWebSocket",
      dependencies: ["Apus", "ApusConcurrency", "ApusCurl", "ApusFoundation", "ApusTransport"]),
    // HTTP by URLSession, part of ApusClient except on Linux, where it is empty.
    .target(name: "ApusURLSession", dependencies: ["ApusConcurrency", "ApusTransport"]),
    .target(
      name: "ApusClient",
      dependencies: [
        "Apus", "ApusConcurrency", "ApusCurl", "ApusFoundation", "ApusHash", "ApusTransport", "ApusWebSocket",
        .byName(
          name: "ApusURLSession",
          condition: .when(platforms: [
            .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .android, .windows,
          ])),
      ]),
    .target(name: "ApusCache", dependencies: ["Apus", "ApusClient", "ApusConcurrency", "ApusFoundation"]),
    .target(name: "ApusSwiftUI", dependencies: ["Apus", "ApusClient", "ApusCache", "ApusFoundation"]),
    .target(
      name: "ApusOfflineMutations",
      dependencies: ["Apus", "ApusCache", "ApusClient", "ApusConcurrency", "ApusFoundation", "ApusSwiftUI"]),
    .target(name: "ApusText", dependencies: ["Apus", "ApusClient"]),
    // The linked form of SQLite.
    .target(
      name: "CApusSQLite",
      cSettings: [.define("APUS_LINKED_LIBRARIES", .when(traits: ["LinkedLibraries"]))],
      linkerSettings: [.linkedLibrary("sqlite3", .when(traits: ["LinkedLibraries"]))]),
    .target(
      name: "ApusCacheSQLite",
      dependencies: ["ApusCache", "ApusConcurrency", "ApusFoundation", "ApusTransport", "CApusSQLite"]),
    .target(name: "ApusTesting", dependencies: ["Apus", "ApusClient", "ApusConcurrency", "ApusFoundation"]),

    // The compiler, one module a stage. Nothing here imports the runtime.
    .target(name: "ApusDiagnostics"),
    .target(name: "ApusSyntax", dependencies: ["ApusDiagnostics"]),
    .target(name: "ApusJSON", dependencies: ["ApusDiagnostics"]),
    .target(name: "ApusSchema", dependencies: ["ApusSyntax", "ApusJSON"]),
    .target(name: "ApusDocuments", dependencies: ["ApusHash", "ApusSchema"]),
    .target(name: "ApusValidation", dependencies: ["ApusDocuments"]),
    .target(name: "ApusIR", dependencies: ["ApusDocuments", "ApusHash"]),
    .target(name: "ApusEmitter", dependencies: ["ApusIR"]),
    .target(name: "ApusCompiler", dependencies: ["ApusValidation", "ApusEmitter"]),
    .executableTarget(name: "apusc", dependencies: ["ApusCompiler"]),
    .target(name: "ApusLanguageService", dependencies: ["ApusValidation"]),
    .target(name: "ApusLanguageServer", dependencies: ["ApusLanguageService", "ApusCompiler"]),
    .executableTarget(name: "apus-language-server", dependencies: ["ApusLanguageServer"]),
    // Invented answers: nothing that a build needs.
    .target(name: "ApusMock", dependencies: ["ApusCompiler"]),
    .executableTarget(name: "apus-mock", dependencies: ["ApusMock"]),
    .plugin(name: "ApusPlugin", capability: .buildTool(), dependencies: ["apusc"]),
    .plugin(
      name: "ApusCommandPlugin",
      capability: .command(
        intent: .custom(verb: "apus", description: "Check, print and report GraphQL operations.")),
      dependencies: ["apusc"]),
    // Plugins of their own, so that no other command builds the programs that they run.
    .plugin(
      name: "ApusMockPlugin",
      capability: .command(
        intent: .custom(verb: "apus-mock", description: "Invent responses for GraphQL operations.")),
      dependencies: ["apusc", "apus-mock"]),
    .plugin(
      name: "ApusFetchSchemaPlugin",
      capability: .command(
        intent: .custom(verb: "apus-fetch-schema", description: "Download a server's GraphQL schema."),
        permissions: [
          .allowNetworkConnections(scope: .all(), reason: "The schema comes from the server."),
          .writeToPackageDirectory(reason: "The schema is kept in the package."),
        ]),
      dependencies: ["apusc"]),

    // Tests of one module each.
    .testTarget(name: "ApusHashTests", dependencies: ["ApusHash"], path: "Tests/Unit/Hash"),
    .testTarget(name: "ApusTests", dependencies: ["Apus"], path: "Tests/Unit/Apus"),
    .testTarget(
      name: "ApusClientTests",
      dependencies: [
        "ApusClient", "ApusConcurrency", "ApusCurl", "ApusFoundation", "ApusTesting", "ApusTransport",
        "ApusWebSocket", "TestSupport",
      ],
      path: "Tests/Unit/Client"),
    .testTarget(name: "ApusTextTests", dependencies: ["ApusText", "ApusSyntax"], path: "Tests/Unit/Text"),
    .testTarget(
      name: "ApusCacheTests",
      dependencies: [
        "ApusCache", "ApusCacheSQLite", "ApusConcurrency", "ApusSwiftUI", "ApusTesting", "ApusIR",
        "ApusValidation", "CacheFixtures", "TestSupport",
      ],
      path: "Tests/Unit/Cache",
      exclude: ["GraphQL", "README.md"]),
    .testTarget(
      name: "ApusOfflineMutationsTests",
      dependencies: [
        "ApusOfflineMutations", "ApusCache", "ApusClient", "ApusConcurrency", "ApusTesting", "CacheFixtures",
        "TestSupport",
      ],
      path: "Tests/Unit/OfflineMutations",
      exclude: ["GraphQL"]),
    .testTarget(
      name: "ApusCacheSQLiteTests",
      dependencies: [
        "ApusCacheSQLite", "ApusCache", "ApusClient", "ApusConcurrency", "ApusOfflineMutations",
        "ApusTesting", "CacheFixtures",
        "TestSupport", "apus-cache-child",
      ],
      path: "Tests/Unit/CacheSQLite"),
    .testTarget(
      name: "ApusSyntaxTests", dependencies: ["ApusSyntax", "TestSupport"], path: "Tests/Unit/Syntax"),
    .testTarget(
      name: "ApusDiagnosticsTests", dependencies: ["ApusDiagnostics"], path: "Tests/Unit/Diagnostics"),
    .testTarget(name: "ApusJSONTests", dependencies: ["ApusJSON"], path: "Tests/Unit/JSON"),
    .testTarget(name: "ApusSchemaTests", dependencies: ["ApusSchema"], path: "Tests/Unit/Schema"),
    .testTarget(name: "ApusDocumentsTests", dependencies: ["ApusDocuments"], path: "Tests/Unit/Documents"),
    .testTarget(name: "ApusValidationTests", dependencies: ["ApusValidation"], path: "Tests/Unit/Validation"),
    .testTarget(
      name: "ApusIRTests", dependencies: ["ApusIR", "ApusSentText", "ApusValidation", "TestSupport"],
      path: "Tests/Unit/IR",
      exclude: ["Fixtures"]),
    .testTarget(name: "ApusEmitterTests", dependencies: ["ApusEmitter"], path: "Tests/Unit/Emitter"),
    .testTarget(
      name: "ApusCompilerTests", dependencies: ["ApusCompiler", "ApusSentText", "TestSupport"],
      path: "Tests/Unit/Compiler"),
    .testTarget(name: "apuscTests", dependencies: ["apusc"], path: "Tests/Unit/apusc"),
    .testTarget(
      name: "ApusLanguageServiceTests", dependencies: ["ApusLanguageService", "TestSupport"],
      path: "Tests/Unit/LanguageService"),
    .testTarget(
      name: "ApusLanguageServerTests", dependencies: ["ApusLanguageServer", "TestSupport"],
      path: "Tests/Unit/LanguageServer"),
    .testTarget(name: "ApusMockTests", dependencies: ["ApusMock", "ApusClient"], path: "Tests/Unit/Mock"),
    // What several of them use.
    .target(name: "TestSupport", path: "Tests/Support"),
    // Compares what is sent with the documents that it was made of.
    .target(name: "ApusSentText", dependencies: ["ApusIR"], path: "Tests/Judges/SentText"),
    .target(
      name: "CacheFixtures", dependencies: ["ApusCache", "ApusClient", "ApusConcurrency"],
      path: "Tests/Systems/CacheFixtures"),
    // A process with a stored cache, which tests kill and limit.
    .executableTarget(
      name: "apus-cache-child",
      dependencies: [
        "ApusCacheSQLite", "ApusCache", "ApusClient", "ApusConcurrency", "ApusOfflineMutations",
        "CacheFixtures",
      ],
      path: "Tests/Systems/CacheChild"),

    // Documents, and the Swift that they become: recorded by one target, compiled and run by the other.
    .testTarget(
      name: "GoldenTests", dependencies: ["ApusCompiler", "ApusSentText", "TestSupport"],
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
      name: "apus-conformance", dependencies: ["ApusSyntax", "ApusSchema", "ApusValidation"],
      path: "Tests/Judges/Conformance", exclude: ["run", "exceptions.json"]),
    .executableTarget(
      name: "apus-benchmark",
      dependencies: [
        "ApusCompiler", "ApusSyntax", "Apus", "ApusClient", "ApusCache", "ApusCacheSQLite", "ApusConcurrency",
        "ApusOfflineMutations", "ApusSwiftUI",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "RESULTS.md", "all", "cache", "compare", "cold-build", "compile-cost", "decode", "language-server",
        "graphql_core.py", "graphql_js.js", "requests", "requests_plain.c", "requests_server.py",
        "simdjson_feed.cpp", "simdjson_shapes.cpp", "static", "transport", "transport_server.py",
        "messages", "messages_server.py", "messages_peer.py", "NIOPeer", "NIORequests", "nio-requests",
        "Runtime/Shapes/Notices.graphql", "Runtime/Shapes/Shapes.graphql", "Runtime/Shapes/schema.graphqls",
        "Runtime/Shapes/apus.json",
      ]),
    .executableTarget(
      name: "apus-fuzz", dependencies: ["ApusCompiler", "ApusLanguageServer", "ApusSentText", "TestSupport"],
      path: "Tests/Judges/Fuzz", exclude: ["run", "realtime", "cache", "StoredCache"]),
    // Damaged storages of the cache.
    .executableTarget(
      name: "apus-cache-fuzz",
      dependencies: ["ApusCacheSQLite", "ApusCache", "ApusClient", "ApusConcurrency", "CacheFixtures"],
      path: "Tests/Judges/Fuzz/StoredCache"),
    // Random documents, interpreted.
    .executableTarget(
      name: "apus-meaning", dependencies: ["ApusIR", "ApusSentText", "ApusValidation"],
      path: "Tests/Judges/Meaning",
      exclude: ["run"]),
    // Random documents made by the builder of ApusText.
    .executableTarget(
      name: "apus-texts", dependencies: ["ApusText", "ApusValidation"], path: "Tests/Judges/Texts",
      exclude: ["run"]),
    .testTarget(
      name: "JudgesTests",
      dependencies: ["ApusIR", "CacheFixtures", "apus-cache-fuzz", "apus-meaning", "apus-texts"],
      path: "Tests/Judges/Tests"),
    // Against the server of Tests/Systems/IntegrationServer, where there is a Python that can run it.
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "ApusClient", "ApusCache", "ApusConcurrency", "ApusSwiftUI", "ApusTesting",
        "TestSupport",
      ],
      path: "Tests/Systems/Integration",
      exclude: ["GraphQL", "README.md"]),
    // Builds packages outside the repository, where APUS_PLUGIN_TESTS is set.
    .testTarget(name: "PluginTests", dependencies: ["TestSupport"], path: "Tests/Systems/Plugins"),
  ]
}

// `APUS_TESTS=ApusIRTests,GoldenTests swift test` compiles no other tests.
if let names = Context.environment["APUS_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
