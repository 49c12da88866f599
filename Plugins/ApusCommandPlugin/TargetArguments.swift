import Foundation
import PackagePlugin

/// The arguments by which a command reads the documents of a package's targets as a build does.
enum TargetArguments {
  /// The arguments of each target, or of each of its parts: schema, configuration, dependencies and documents. Files are
  /// passed instead of the folder, because the manifest may exclude some documents in it.
  ///
  /// - Parameter wanted: names of targets; all targets with documents if there are none.
  /// - Returns: nil if there are no documents, which is reported.
  static func all(_ wanted: [String], _ package: Package) throws -> [[String]]? {
    let packages = PackageFolders(package)
    let targets = try wanted.isEmpty ? package.targets : package.targets(named: wanted)
    var groups: [[String]] = []
    for target in targets {
      let plans =
        (target as? any SourceModuleTarget).map {
          BuildPlan.all($0, in: packages, swiftFiles: .mentioningDocuments)
        } ?? []
      if !wanted.isEmpty, plans.allSatisfy(\.target.documents.isEmpty) {
        Diagnostics.error(
          "The target \"\(target.name)\" has no documents, neither in .graphql files nor in Swift files.")
        return nil
      }
      for plan in plans where !plan.target.documents.isEmpty {
        groups.append(plan.inputArguments + plan.target.documents.map { $0.path(percentEncoded: false) })
      }
    }
    if !groups.isEmpty { return groups }
    Diagnostics.error("No target of the package has documents, neither in .graphql files nor in Swift files.")
    return nil
  }

  /// The message for a path among arguments that takes none; nil if there is no path.
  static func refusalOfPath(in arguments: [String], _ command: String, _ package: Package) -> String? {
    guard let path = path(in: arguments, package.directoryURL) else { return nil }
    let url = URL(filePath: path, relativeTo: package.directoryURL).standardizedFileURL
    let full = url.path(percentEncoded: false) + "/"
    let target = package.targets.first { target in
      let folder = target.directoryURL.standardizedFileURL.path(percentEncoded: false)
      return full.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
    return "'\(command)' takes no path here, because a build knows each target's schema. "
      + (target.map { "Pass its target: --target \($0.name)." } ?? "Pass targets: --target NAME.")
  }

  /// The first argument that is the path of a file or folder; nil if there is none.
  static func path(in arguments: [String], _ folder: URL) -> String? {
    for (index, argument) in arguments.enumerated() where !argument.hasPrefix("-") {
      let option = index > 0 && arguments[index - 1].hasPrefix("--") ? arguments[index - 1] : nil
      if let option, pathOptions.contains(option) { continue }
      let url = URL(filePath: argument, relativeTo: folder)
      // A word after an option may be its value, and only happen to be the name of a folder, too.
      if argument.contains("/")
        || (option == nil && FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
      {
        return argument
      }
    }
    return nil
  }

  /// The options whose values are paths.
  private static let pathOptions: Set<String> = [
    "--schema", "--config", "--editor-config", "--unused", "--output", "--examples", "--manifest",
    "--replaces",
  ]
}
