import Foundation
import PackagePlugin

/// The command that tells a build about added, changed or removed files at package roots.
///
/// SwiftPM does not run the plugin in those cases, and a plan cannot name files that may not exist. So this command has
/// no such inputs: it runs in every build, and its output changes if the files do. The output is Swift, because SwiftPM
/// treats everything else as a resource.
enum RootNote {
  /// Nil in Xcode, where nothing would make the command run in every build.
  static func command(_ plans: [BuildPlan], target: String, tool: URL, output: URL) -> (
    command: Command, note: URL
  )? {
    guard let changing = scratchFolder(above: output), let roots = plans.first?.roots else { return nil }
    let note = output.appending(path: OutputName.rootNote)
    return (
      .buildCommand(
        displayName: "Looking at the package of \(target)",
        executable: tool,
        arguments: [
          "generate", "--output", output.path(percentEncoded: false), "--root-note", OutputName.rootNote,
        ]
          + roots.map { $0.path(percentEncoded: false) },
        inputFiles: [changing],
        outputFiles: [note]),
      note
    )
  }

  /// SwiftPM's `.build` folder. Each build opens its database there, which updates the folder's date and makes the
  /// command out of date.
  private static func scratchFolder(above output: URL) -> URL? {
    var folder = output
    while folder.pathComponents.count > 2 {
      let name = folder.lastPathComponent
      folder.deleteLastPathComponent()
      if name == "outputs", folder.lastPathComponent == "plugins" {
        return folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}
