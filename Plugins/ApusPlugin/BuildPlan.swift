import Foundation
import PackagePlugin

/// The one command that compiles a target's documents.
struct BuildPlan {
  /// A module that the target depends on: what its documents define may be used in the target's.
  struct Module {
    var files: TargetFiles
    /// The files at the root of its package.
    var root: RootFiles
  }

  var target: TargetFiles
  var schemas: [URL]
  var below: [Module]
  /// The files at the root of the target's package.
  var root: RootFiles

  /// No command when the target has nothing to do with GraphQL.
  func commands(tool: URL, output: URL) -> [Command] {
    if target.documents.isEmpty && target.schemas.isEmpty { return [] }
    var arguments = ["generate", "--output", path(output)]
    for schema in schemas { arguments += ["--default-schema", path(schema)] }
    var inputs = target.documents + target.schemas + target.configurations + schemas
    for (name, option) in [
      (RootFiles.configuration, "--config"), (RootFiles.editorConfiguration, "--editor-config"),
    ] {
      guard let file = configuration(name, target, root) else { continue }
      arguments += [option, path(file)]
      inputs.append(file)
    }
    for module in below {
      if let file = configuration(RootFiles.configuration, module.files, module.root) {
        arguments += ["--config-below", module.files.module, path(file)]
        inputs.append(file)
      }
      for document in module.files.documents {
        arguments += ["--below", module.files.module, path(document)]
      }
      inputs += module.files.documents
    }
    var outputs = [output.appending(path: OutputName.schema)]
    for document in target.documents {
      let name = OutputName.forDocument(at: target.relativePath(of: document))
      arguments += ["--pair", path(document), name]
      outputs.append(output.appending(path: name))
    }
    var known: Set<URL> = []
    return [
      .buildCommand(
        displayName: "Compiling GraphQL of \(target.name)",
        executable: tool,
        arguments: arguments,
        inputFiles: inputs.filter { known.insert($0).inserted },
        outputFiles: outputs)
    ]
  }

  /// A target's own configuration goes before that at the root of its package.
  private func configuration(_ name: String, _ target: TargetFiles, _ root: RootFiles) -> URL? {
    (target.configurations + root.configurations).first { $0.lastPathComponent == name }
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
