import ApusDriver
import ApusMigration
import Foundation

/// Mutated configurations and Swift files: `apus-migration-fuzz [--inputs N] [--seed N] [--folder F]`. Nothing may be written,
/// and the patch of an input has to be one.
///
/// An input is kept in the folder while it is tried, so that it is there when the process ends by it.
struct MigrationFuzzer {
  private var inputs = 1000
  private var seed: UInt64 = 1
  private var folder = NSTemporaryDirectory() + "apus-migration-fuzz"

  private static let words = [
    "{", "}", "(", ")", "[", "]", "<", ">", "?", "!", ".", ",", ":", "\"", "\\(", "/*", "//", "#if ",
    "\"\"\"",
    ".fragments.", ".case(", ".some(", "?? .none", "GraphQLEnum<", "GraphQLEnum(", "GraphQLNullable<",
    "MusicAPI.", "AlbumPageQuery", ".Data.AsA", "await x.fetch(query: ", "null", "**/", "*",
    "{\"other\":{}}", "\"schemaTypes\":", "import Apollo\n", "extension ApolloClient {", "\r\n",
  ]

  init(_ arguments: [String]) {
    for (name, value) in zip(arguments, arguments.dropFirst()) {
      switch name {
      case "--inputs": inputs = Int(value) ?? inputs
      case "--seed": seed = UInt64(value) ?? seed
      case "--folder": folder = value
      default: break
      }
    }
  }

  func run() throws {
    let project = folder + "/project"
    let app = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../Projects/App")
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: app.appendingPathComponent("GraphQL").path, toPath: project + "/GraphQL")
    let configuration = try Data(contentsOf: app.appendingPathComponent("apollo-codegen-config.json"))
    var seeds = [Seed(text: Array(configuration))]
    for name in FileManager.default.enumerator(atPath: app.path)?.allObjects as? [String] ?? []
    where name.hasSuffix(".swift") {
      seeds.append(Seed(text: try Array(Data(contentsOf: app.appendingPathComponent(name)))))
    }
    var mutator = Mutator(seeds: seeds, words: MigrationFuzzer.words, state: seed)
    for number in 0..<inputs {
      let input = mutator.next().text
      let isConfiguration = input.first == UInt8(ascii: "{")
      let text = String(decoding: input, as: UTF8.self)
      // No path leads out of the folder.
      if isConfiguration, text.contains("..") || text.contains("\"/") || text.contains("\"!/") { continue }
      try (isConfiguration ? Data(input) : configuration)
        .write(to: URL(fileURLWithPath: project + "/apollo-codegen-config.json"))
      try Data(isConfiguration ? [] : input).write(to: URL(fileURLWithPath: project + "/a.swift"))
      let before = try files(project)
      let found = Project(project, usesCache: !number.isMultiple(of: 2))
      let patch = found.patch
      guard !ProjectReport(found).text.isEmpty, try files(project) == before else {
        throw Failure(
          description: "a folder was not left alone: seed \(seed), input \(number), in \(project)")
      }
      guard patch.isEmpty || patch.starts(with: Array("diff --git ".utf8)) else {
        throw Failure(description: "the patch is none: seed \(seed), input \(number), in \(project)")
      }
    }
    try FileManager.default.removeItem(atPath: folder)
    print("\(inputs) inputs for migration from \(seeds.count) seeds: no difference")
  }

  private func files(_ folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
      found[name] = FileManager.default.contents(atPath: folder + "/" + name)
    }
    return found
  }
}

/// A valid input.
struct Seed { var text: [UInt8] }

struct Failure: Error, CustomStringConvertible { let description: String }

do {
  try MigrationFuzzer(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
