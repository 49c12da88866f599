import Foundation
import PackagePlugin

/// The one command that compiles a target's documents.
struct BuildPlan {
  /// A module that the target depends on: what its documents define may be used in the target's.
  struct Module {
    var files: TargetFiles
    /// The schema that its documents are compiled against, unless its configuration names another one.
    var schemas: [URL]
    /// The files at the root of its package.
    var root: RootFiles
    /// Whether its package is not the target's.
    var isOfAnotherPackage: Bool
    /// The names of modules that it depends on itself.
    var dependencies: [String] = []
  }

  /// A module whose documents cannot be used in the target's.
  struct HiddenModule {
    var name: String
    /// A word that the tool knows: `other-schema`, `no-dependency` or `xcode`.
    var reason: String
    /// Its folder.
    var folder: URL
  }

  var target: TargetFiles
  var schemas: [URL]
  var below: [Module]
  /// The files at the root of the target's package.
  var root: RootFiles
  /// Modules that a message about an unknown fragment may name.
  var hidden: [HiddenModule] = []
  /// The outputs of other parts of the target, in the same folder.
  var siblingOutputs: [String] = []
  /// Whether other targets have the configuration at the root of the package too.
  var isRootShared = false

  /// The root of the target's package, where the build notices files that are added there: the plugin does not run then.
  var package: URL?

  /// The arguments by which the tool is told of everything but the documents to compile.
  var inputArguments: [String] {
    var arguments = ["--target", target.name, path(target.folder)]
    arguments += schemas.flatMap { ["--default-schema", path($0)] }
    for (names, option) in [
      ([RootFiles.configuration], "--config"), (RootFiles.editorConfigurations, "--editor-config"),
    ] {
      if let file = configuration(names, target, root) { arguments += [option, path(file)] }
    }
    let hasOwn = target.configurations.contains { $0.lastPathComponent == RootFiles.configuration }
    if isRootShared, !hasOwn { arguments.append("--shared-config") }
    for module in below {
      // Each part of a target has a schema and a configuration of its own.
      let key = module.files.module + (module.files.part.isEmpty ? "" : "/" + module.files.part)
      if let file = configuration([RootFiles.configuration], module.files, module.root) {
        arguments += ["--dependency-config", key, path(file)]
        if module.isOfAnotherPackage { arguments += ["--other-package", key] }
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

  /// Every file that the tool reads, and every other one that a target has for it.
  private var inputs: [URL] {
    var inputs = target.documents + target.schemas + target.configurations + schemas + root.configurations
    for module in below {
      inputs += module.files.documents + module.files.configurations + module.root.configurations
      inputs += module.schemas
    }
    var known: Set<URL> = []
    // A folder changes when a file is added to it, and the tool runs.
    if let package { inputs.append(package) }
    return inputs.filter { known.insert($0).inserted }
  }

  /// Nil when there is nothing to compile and nothing to compile by.
  func command(tool: URL, output: URL) -> Command? {
    if target.isEmpty { return nil }
    var arguments = ["generate", "--output", path(output)] + inputArguments
    if let package { arguments += ["--package", path(package)] }
    for name in siblingOutputs { arguments += ["--keep", name] }
    let schema = OutputName.schema(ofFolder: target.part)
    if !target.part.isEmpty { arguments += ["--schema-output", schema] }
    arguments += ["--record", path(output.appending(path: OutputName.record(ofFolder: target.part)))]
    var outputs = [output.appending(path: schema)]
    for document in target.documents {
      let name = OutputName.forDocument(at: target.relativePath(of: document))
      arguments += ["--pair", path(document), name]
      outputs.append(output.appending(path: name))
    }
    let place = target.part.isEmpty ? target.name : "\(target.name), \(target.part)"
    return .buildCommand(
      displayName: "Compiling GraphQL of \(place)",
      executable: tool,
      arguments: arguments,
      inputFiles: inputs,
      outputFiles: outputs)
  }

  /// A target's own configuration goes before that at the root of its package.
  private func configuration(_ names: [String], _ target: TargetFiles, _ root: RootFiles) -> URL? {
    for files in [target.configurations, root.configurations] {
      for name in names {
        if let file = files.first(where: { $0.lastPathComponent == name }) { return file }
      }
    }
    return nil
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
