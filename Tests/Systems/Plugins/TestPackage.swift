import Foundation
import TestSupport
import Testing

/// A package outside the repository, in a folder whose path has a space and a letter that is no ASCII.
///
/// All packages stand in one place, one after the other, and keep their build folder: the tool is built once.
final class TestPackage {
  static let root = folder.appending(path: "Package")
  /// The path of this repository, for manifests.
  static var repositoryPath: String { Repository.folder.path(percentEncoded: false) }
  /// Each clone of the repository has its own: two that are tested at once must not meet.
  private static let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appending(
    path: "apus plugin tests Ä"
  )
  .appending(
    path: Repository.folder.path(percentEncoded: false).split(separator: "/").joined(separator: "-"))

  /// The arguments of every build.
  var buildOptions: [String] = []

  /// The plugin that targets use.
  let plugin: String

  /// A package of one target, `App`, that uses the plugin.
  convenience init(plugin: String = "ApusPlugin", _ files: [String: String]) throws {
    try self.init(
      plugin: plugin,
      targets: """
        .executableTarget(name: "App", dependencies: [apus], plugins: [plugin]),
        """,
      files)
  }

  /// A package of one target, `App`, that imports the module `API` of another package, `Shared`. The module has a fragment, `AlbumParts`.
  convenience init(sharing files: [String: String]) throws {
    let shared = [
      "Shared/Package.swift": """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "Shared",
        platforms: [.macOS(.v13)],
        products: [.library(name: "API", targets: ["API"])],
        dependencies: [.package(name: "apus", path: "\(Self.repositoryPath)")],
        targets: [
          .target(
            name: "API", dependencies: [.product(name: "Apus", package: "apus")],
            plugins: [.plugin(name: "ApusPlugin", package: "apus")])
        ]
      )
      """,
      "Shared/Sources/API/API.swift": "",
      "Shared/Sources/API/AlbumParts.graphql": "fragment AlbumParts on Album { title genre }",
    ]
    try self.init(
      targets: """
        .executableTarget(
          name: "App", dependencies: [apus, .product(name: "API", package: "Shared")], plugins: [plugin]),
        """,
      dependencies: #".package(path: "Shared")"#, files.merging(shared) { own, _ in own })
  }

  /// - Parameters:
  ///   - plugin: the name of the plugin that targets use.
  ///   - targets: the list of targets in the manifest; `apus` and `plugin` stand for the runtime and the plugin.
  ///   - dependencies: packages beside this repository.
  ///   - files: texts by their paths in the package. A target `App` gets a `main.swift` when none is there.
  init(
    plugin: String = "ApusPlugin", targets: String, dependencies: String = "", _ files: [String: String]
  ) throws {
    self.plugin = plugin
    // What the package before left in the build folder is the tool, and is wanted; its outputs are not.
    let manager = FileManager.default
    Self.waitForLaterSecond(than: [Self.root, Self.outputs])
    try? manager.removeItem(at: Self.root)
    try manager.createDirectory(at: Self.root, withIntermediateDirectories: true)
    try? manager.removeItem(at: Self.outputs)
    let manifest = """
      // swift-tools-version: 6.1
      import PackageDescription

      let apus = Target.Dependency.product(name: "Apus", package: "apus")
      let plugin = Target.PluginUsage.plugin(name: "\(plugin)", package: "apus")
      let package = Package(
        name: "Package",
        platforms: [.macOS(.v13)],
        dependencies: [.package(name: "apus", path: "\(Self.repositoryPath)"), \(dependencies)],
        targets: [
          \(targets)
        ]
      )
      """
    try write(manifest, to: "Package.swift")
    if files["Sources/App/main.swift"] == nil, targets.contains("executableTarget(name: \"App\"") {
      try write("print(\"ran\")\n", to: "Sources/App/main.swift")
    }
    for (path, text) in files { try write(text, to: path) }
  }

  // MARK: - Files

  func url(_ path: String) -> URL { Self.root.appending(path: path) }

  func path(_ path: String) -> String { url(path).path(percentEncoded: false) }

  func write(_ text: String, to path: String) throws {
    let target = url(path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    Self.waitForLaterSecond(than: [target])
    try Data(text.utf8).write(to: target)
  }

  /// Waits until no file there is of the present second.
  ///
  /// The Swift driver compares dates of sources in whole seconds on Linux: it takes what is written twice within one for
  /// what it has compiled.
  private static func waitForLaterSecond(than places: [URL]) {
    let manager = FileManager.default
    var latest = 0.0
    for place in places {
      let below = manager.enumerator(at: place, includingPropertiesForKeys: nil)
      for file in [place] + (below?.compactMap { $0 as? URL } ?? []) {
        let attributes = try? manager.attributesOfItem(atPath: file.path(percentEncoded: false))
        let date = attributes?[.modificationDate] as? Date
        latest = max(latest, date?.timeIntervalSince1970 ?? 0)
      }
    }
    let wait = latest.rounded(.down) + 1 - Date().timeIntervalSince1970
    if wait > 0 { Thread.sleep(forTimeInterval: wait) }
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

  func move(_ path: String, to other: String) throws {
    try FileManager.default.createDirectory(
      at: url(other).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(at: url(path), to: url(other))
  }

  /// Swift without code that differs when files at the root of a package do.
  static let rootNote = "~Package.graphql.swift"

  private static var outputs: URL { folder.appending(path: "build/plugins/outputs/package") }

  /// Where the outputs of a target are.
  func outputFolder(_ target: String = "App") -> URL {
    Self.outputs.appending(path: "\(target)/destination/\(plugin)")
  }

  /// The outputs of a target by name; not the tool's record of them and of its arguments, nor the note of the package's root.
  func outputs(_ target: String = "App") throws -> [String: Output] {
    let folder = outputFolder(target)
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return try Dictionary(
      uniqueKeysWithValues: names.filter {
        $0.hasSuffix(".swift") && $0 != Self.rootNote
      }.map { name in
        let file = folder.appending(path: name)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        return (
          name,
          Output(
            text: String(decoding: try Data(contentsOf: file), as: UTF8.self),
            modified: attributes[.modificationDate] as? Date ?? .distantPast)
        )
      })
  }

  /// The outputs that were written since, or are new.
  func changed(since before: [String: Output], in target: String = "App") throws -> [String] {
    try outputs(target).filter { before[$0.key] != $0.value }.keys.sorted()
  }

  /// A generated file: two are equal when it was not touched in between.
  struct Output: Equatable {
    var text: String
    var modified: Date
  }

  /// When each Swift file of a module was compiled last, by the file's name.
  ///
  /// The object files tell: lines of progress cannot, since SwiftPM drops those that follow another too closely.
  func compilations(_ module: String = "App") throws -> [String: Date] {
    let folder = Self.folder.appending(path: "build/debug/\(module).build")
    var dates: [String: Date] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    where name.hasSuffix(".swift.o") {
      let path = folder.appending(path: name).path(percentEncoded: false)
      dates[String(name.dropLast(2))] =
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    return dates
  }

  /// The Swift files of a module that were compiled since.
  func compiled(since before: [String: Date], in module: String = "App") throws -> [String] {
    try compilations(module).filter { before[$0.key] != $0.value }.keys.sorted()
  }

  // MARK: - Building

  /// Runs `swift build`.
  ///
  /// - Parameter showsCommands: whether the output has every command that was run, which ``BuildRun/ranTool(for:)``
  ///   needs. Otherwise it is what users see.
  func build(showsCommands: Bool = false) throws -> BuildRun {
    try swift(["build"] + buildOptions + (showsCommands ? ["--verbose"] : []))
  }

  /// Runs `swift` with a command of the package manager.
  ///
  /// - Parameter standardOutputAlone: whether what goes to standard error is left out of what the run printed.
  func swift(_ arguments: [String], standardOutputAlone: Bool = false) throws -> BuildRun {
    let run = try runOnce(arguments, standardOutputAlone)
    return run.isCrashOfThePackageManager ? try runOnce(arguments, standardOutputAlone) : run
  }

  private func runOnce(_ arguments: [String], _ standardOutputAlone: Bool) throws -> BuildRun {
    let location = [
      "--package-path", Self.root.path(percentEncoded: false),
      "--scratch-path", Self.folder.appending(path: "build").path(percentEncoded: false),
    ]
    return try BuildRun(
      of: [arguments[0]] + location + arguments.dropFirst(), standardOutputAlone: standardOutputAlone)
  }
}

/// What a build did and what the user saw.
struct BuildRun {
  let output: String
  let code: Int32

  /// Runs `swift`.
  init(of arguments: [String], standardOutputAlone: Bool = false) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = standardOutputAlone ? FileHandle.nullDevice : pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    output = String(decoding: data, as: UTF8.self)
    code = process.terminationStatus
  }

  var succeeded: Bool { code == 0 }

  /// Whether `swift build` or `swift package` itself crashed, as it does now and then on a busy machine, and no program that it ran: seen
  /// in libdispatch with Swift 6.3.1.
  var isCrashOfThePackageManager: Bool {
    output.contains("*** Program crashed") && output.contains("Thread 0 \"swift-")
  }

  /// Whether the documents of a target were compiled, in a build that shows its commands.
  func ranTool(for target: String = "App") -> Bool {
    lines.contains {
      $0.contains("/apusc-tool") && $0.contains(" --record ") && $0.contains("/\(target)/destination/")
    }
  }

  /// The lines that the tool printed of a file: the first one with its path, and what stands below it.
  func lines(about path: String) -> [String] {
    lines.drop { !$0.contains(path) }.prefix { !$0.hasPrefix("[") && !$0.hasPrefix("error: fatal") }
  }

  private var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
}
