import Foundation
import PackagePlugin

/// The one command that compiles a target's documents.
struct BuildPlan {
  var target: TargetFiles
  /// Targets that this one depends on, near and far: what their documents define may be used here.
  var below: [TargetFiles]
  /// The schemas of the target or of the nearest ones below.
  var nearestSchemas: [URL]
  var root: RootFiles

  /// No command when the target has nothing to do with GraphQL.
  func commands(tool: URL, output: URL) -> [Command] {
    if target.documents.isEmpty && target.schemas.isEmpty { return [] }
    var arguments = ["generate", "--output", path(output)]
    let schemas = nearestSchemas.isEmpty ? root.schemas : nearestSchemas
    for schema in schemas { arguments += ["--default-schema", path(schema)] }
    let configurations = target.configurations.isEmpty ? root.configurations : target.configurations
    for configuration in configurations { arguments += [option(for: configuration), path(configuration)] }
    var inputs = target.documents + target.schemas + target.configurations + schemas + configurations
    for module in below {
      for document in module.documents { arguments += ["--below", module.module, path(document)] }
      for configuration in module.configurations {
        arguments += ["--config-below", module.module, path(configuration)]
      }
      inputs += module.documents + module.configurations
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

  private func option(for configuration: URL) -> String {
    configuration.lastPathComponent == RootFiles.configuration ? "--config" : "--editor-config"
  }

  private func path(_ url: URL) -> String { url.path(percentEncoded: false) }
}
