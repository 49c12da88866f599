import ApusDriver
import Foundation

/// The build of an app, and what it compiles.
struct AppBuild {
  let command: Command
  /// The folder where the build writes what it makes; nil if that is unknown.
  private let products: String?

  /// - Parameters:
  ///   - folder: the app.
  ///   - given: the command that a person has given; without one, that of the folder's package or Xcode project.
  /// - Throws: ``VerificationFault`` if nothing says what builds the app.
  init(of folder: String, given: String?) throws(VerificationFault) {
    if let given {
      command = Command(words: ["sh", "-c", given], folder: folder)
      products = nil
      return
    }
    let names = (try? FileSystem.names(in: folder)) ?? []
    if names.contains("Package.swift") {
      command = Command(words: ["swift", "build", "--build-tests"], folder: folder)
      products = Path.join(folder, ".build")
      return
    }
    let project = names.first { $0.hasSuffix(".xcworkspace") } ?? names.first { $0.hasSuffix(".xcodeproj") }
    guard let project else {
      throw VerificationFault(
        "there is no Package.swift and no Xcode project in '\(folder)': say what builds the app, with --build 'COMMAND'"
      )
    }
    let option = project.hasSuffix(".xcworkspace") ? "-workspace" : "-project"
    let selection = ["xcodebuild", option, project]
    let scheme = try AppBuild.scheme(selection, in: folder)
    // A folder of its own says which files this build compiles.
    let derived = Path.join(NSTemporaryDirectory(), "apus-migrate-" + UUID().uuidString)
    products = derived
    command = Command(
      words: selection + [
        "-scheme", scheme, "-derivedDataPath", derived, "CODE_SIGNING_ALLOWED=NO",
        "-IDEBuildOperationContinueBuildingAfterErrors=YES", "build",
      ], folder: folder)
  }

  private static func scheme(_ words: [String], in folder: String) throws(VerificationFault) -> String {
    let list = Command(words: words + ["-list", "-json"], folder: folder)
    guard let output = list.run(hasMessages: false) else {
      throw VerificationFault("'xcodebuild' cannot be started")
    }
    let schemes = schemes(in: output.text)
    guard let scheme = schemes.first, schemes.count == 1 else {
      let names = schemes.isEmpty ? "no scheme" : "the schemes \(schemes.joined(separator: ", "))"
      throw VerificationFault(
        "\(words[2]) has \(names): say what builds the app, with --build '\(words.joined(separator: " ")) -scheme NAME build'"
      )
    }
    return scheme
  }

  /// The schemes in what `xcodebuild -list -json` says.
  static func schemes(in text: String) -> [String] {
    let json = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
    let project = (json?["workspace"] ?? json?["project"]) as? [String: Any]
    return project?["schemes"] as? [String] ?? []
  }

  /// Builds the app.
  ///
  /// - Throws: ``VerificationFault`` if the command cannot be started.
  func run() throws(VerificationFault) -> BuildOutput {
    defer {
      if let products, Path.lastComponent(of: products) != ".build" {
        try? FileManager.default.removeItem(atPath: products)
      }
    }
    guard let output = command.run() else {
      throw VerificationFault("'\(command.text)' cannot be started")
    }
    return BuildOutput(output.text, status: output.status, compiled: products.flatMap(AppBuild.compiled))
  }

  /// The files that a build compiles, by the lists that the build writes for the compiler; nil if there is no list.
  private static func compiled(in products: String) -> Set<String>? {
    var files: Set<String> = []
    for case let name as String in FileManager.default.enumerator(atPath: products) ?? .init() {
      let isList = name.hasSuffix(".build/sources") || name.hasSuffix(".SwiftFileList")
      guard isList, let list = try? String(contentsOfFile: Path.join(products, name), encoding: .utf8) else {
        continue
      }
      for line in list.split(separator: "\n") {
        let path = line.replacing("\\", with: "").trimmingCharacters(in: ["'", "\""])
        files.insert(FileSystem.realPath(path) ?? path)
      }
    }
    return files.isEmpty ? nil : files
  }
}
