import Foundation
import PackagePlugin

/// The command that compiles the documents of a target, or of a part of one.
struct BuildPlan {
  /// A dependency whose definitions the target's documents can use.
  struct Module {
    var files: TargetFiles
    /// The schema of its documents, unless its configuration specifies another one.
    var schemas: [URL]
    /// The root of its package.
    var root: URL
    /// The names of the modules that it depends on.
    var dependencies: [String] = []
  }

  /// A module whose definitions the target's documents cannot use.
  struct HiddenModule {
    var name: String
    /// The reason, as the tool expects it: `other-schema`, `no-dependency`, `swift-files` or `xcode`.
    var reason: String
    /// Its folder.
    var folder: URL
  }

  var target: TargetFiles
  var schemas: [URL]
  var below: [Module]
  /// The root of the target's package.
  var root: URL
  /// Modules to mention in errors about unknown fragments.
  var hidden: [HiddenModule] = []
  /// The outputs of the target's other parts, which are in the same folder.
  var siblingOutputs: [String] = []
  /// Whether the configuration at the root of the package also applies to other targets.
  var isRootShared = false

  /// The arguments that describe everything but the documents to compile.
  var inputArguments: [String] {
    var arguments = ["--target", target.name, path(target.folder), "--package", path(root)]
    arguments += schemas.flatMap { ["--default-schema", path($0)] }
    for (names, option) in [
      ([RootFiles.configuration], "--config"), (RootFiles.editorConfigurations, "--editor-config"),
    ] {
      if let file = configuration(names, target) { arguments += [option, path(file)] }
    }
    for file in target.mistaken { arguments += ["--mistaken-name", path(file)] }
    if isRootShared { arguments.append("--shared-config") }
    for module in below {
      // Each part of a target has its own schema and configuration.
      let key = module.files.module + (module.files.part.isEmpty ? "" : "/" + module.files.part)
      arguments += ["--dependency-package", key, path(module.root)]
      if let file = configuration([RootFiles.configuration], module.files) {
        arguments += ["--dependency-config", key, path(file)]
      }
      for schema in module.schemas { arguments += ["--dependency-schema", key, path(schema)] }
      for document in module.files.documents { arguments += ["--dependency", key, path(document)] }
      for name in module.dependencies { arguments += ["--dependency-on", key, name] }
    }
    for module in hidden {
      arguments += ["--hidden-module", module.name, module.reason, path(module.folder)]
    }
    return arguments
  }

  /// The roots of all packages that the tool searches for files.
  var roots: [URL] {
    var known: Set<URL> = []
    return ([root] + below.map(\.root)).filter { known.insert($0).inserted }
  }

  /// All files that the tool reads, and the files of the target that are for it.
  ///
  /// - Parameter note: represents the files at package roots; nil if the build does not create it.
  private func inputs(_ note: URL?) -> [URL] {
    var inputs = target.documents + target.schemas + target.configurations + schemas
    for module in below { inputs += module.files.documents + module.files.configurations + module.schemas }
    inputs += note.map { [$0] } ?? roots.flatMap(RootFiles.all)
    var known: Set<URL> = []
    return inputs.filter { known.insert($0).inserted }
  }

  /// The command; nil if there is nothing to compile.
  ///
  /// - Parameter note: the output of ``RootNote``.
  func command(tool: URL, output: URL, note: URL?) -> Command? {
    if target.isEmpty { return nil }
    var arguments = ["generate", "--output", path(output)] + inputArguments
    for name in siblingOutputs + [OutputName.rootNote] { arguments += ["--keep", name] }
    if !target.part.isEmpty { arguments += ["--part", target.part] }
    arguments += ["--record", path(output.appending(path: OutputName.record(ofFolder: target.part)))]
    for document in target.documents {
      arguments += ["--pair", path(document), target.outputName(of: document)]
    }
    let place = target.part.isEmpty ? target.name : "\(target.name), \(target.part)"
    return .buildCommand(
      displayName: "Compiling GraphQL of \(place)",
      executable: tool,
      arguments: arguments,
      inputFiles: inputs(note),
      outputFiles: target.outputNames.map { output.appending(path: $0) })
  }

  /// The first of the named configurations that the target itself contains.
  private func configuration(_ names: [String], _ target: TargetFiles) -> URL? {
    for name in names {
      if let file = target.configurations.first(where: { $0.lastPathComponent == name }) { return file }
    }
    return nil
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
