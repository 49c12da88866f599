import Foundation
import PackagePlugin

/// The command by which a build learns that files at the roots of packages were added, changed or removed.
///
/// SwiftPM does not ask the plugin then, and a file that a plan names must not be gone. So this command names none: it runs in every
/// build, and its output differs when the files do. It is Swift, because SwiftPM takes everything else for a resource.
enum RootNote {
  /// Nil where nothing is known that would make the command run in every build: in Xcode.
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

  /// SwiftPM's `.build`. Each build opens its database there, which makes the folder new, and so out of date for the next one.
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
