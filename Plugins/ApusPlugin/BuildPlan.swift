import Foundation
import PackagePlugin

/// The command that compiles a target's documents, or those of a part of it.
struct BuildPlan {
  /// A module that the target depends on: what its documents define may be used in the target's.
  struct Module {
    var files: TargetFiles
    /// The schema that its documents are compiled against, unless its configuration names another one.
    var schemas: [URL]
    /// The root of its package.
    var root: URL
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
  /// The root of the target's package.
  var root: URL
  /// Modules that a message about an unknown fragment may name.
  var hidden: [HiddenModule] = []
  /// The outputs of other parts of the target, in the same folder.
  var siblingOutputs: [String] = []
  /// Whether other targets have a configuration at the root of the package too.
  var isRootShared = false

  /// The arguments by which the tool is told of everything but the documents to compile.
  var inputArguments: [String] {
    var arguments = ["--target", target.name, path(target.folder), "--package", path(root)]
    arguments += schemas.flatMap { ["--default-schema", path($0)] }
    for (names, option) in [
      ([RootFiles.configuration], "--config"), (RootFiles.editorConfigurations, "--editor-config"),
    ] {
      if let file = configuration(names, target) { arguments += [option, path(file)] }
    }
    if isRootShared { arguments.append("--shared-config") }
    for module in below {
      // Each part of a target has a schema and a configuration of its own.
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

  /// The roots of all packages whose files the tool looks for.
  var roots: [URL] {
    var known: Set<URL> = []
    return ([root] + below.map(\.root)).filter { known.insert($0).inserted }
  }

  /// Every file that the tool reads, and every other one that a target has for it.
  ///
  /// - Parameter note: stands for those at the roots of packages; nil where the build makes none.
  private func inputs(_ note: URL?) -> [URL] {
    var inputs = target.documents + target.schemas + target.configurations + schemas
    for module in below { inputs += module.files.documents + module.files.configurations + module.schemas }
    inputs += note.map { [$0] } ?? roots.flatMap(RootFiles.all)
    var known: Set<URL> = []
    return inputs.filter { known.insert($0).inserted }
  }

  /// Nil when there is nothing to compile and nothing to compile by.
  ///
  /// - Parameter note: the output of ``RootNote``.
  func command(tool: URL, output: URL, note: URL?) -> Command? {
    if target.isEmpty { return nil }
    var arguments = ["generate", "--output", path(output)] + inputArguments
    for name in siblingOutputs + [OutputName.rootNote] { arguments += ["--keep", name] }
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
      inputFiles: inputs(note),
      outputFiles: outputs)
  }

  /// The first of some configurations that a target has itself.
  private func configuration(_ names: [String], _ target: TargetFiles) -> URL? {
    for name in names {
      if let file = target.configurations.first(where: { $0.lastPathComponent == name }) { return file }
    }
    return nil
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
