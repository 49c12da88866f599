import ApusDriver
import ApusSource
import ApusSwiftModel
import ApusLanguageService

/// Fixes in `apus.json`.
enum ConfigurationFixes {
  static func fixes(for diagnostic: Diagnostic, _ project: Project, _ client: ClientCapabilities) -> [Fix] {
    guard let place = diagnostic.ranges.first else { return [] }
    switch diagnostic.code {
    case .unknownKey:
      return ConfigurationFile.suggestions(forKeyAt: place).map { name in
        Fix(title: "Replace by \"\(name)\"", edits: [(place, JSONOutput.string(name).line)])
      }
    case .unmappedScalar: return scalar(place.file.text(place.start, place.end), project, client)
    default: return []
    }
  }

  /// Binds a scalar to the type that its name suggests, or to `String`, which the user can then correct.
  private static func scalar(_ name: String, _ project: Project, _ client: ClientCapabilities) -> [Fix] {
    let title = "Map \"\(name)\" to a Swift type in apus.json"
    let binding = ScalarSuggestion(for: name)?.binding ?? "String"
    let scalars: JSONOutput = .object([(name, binding)])
    guard let path = project.configurationPath else {
      guard client.takesNewFiles, client.takesDocumentChanges else { return [] }
      let text = (["scalars": scalars] as JSONOutput).text(lineDepth: 2) + "\n"
      return [
        Fix(title: title, edits: [], newFile: (Path.join(project.folder, ConfigurationFile.name), text))
      ]
    }
    guard let file = try? FileSystem.read(path), let root = try? JSONTree.parse(file).root,
      let members = root.members
    else { return [] }
    func edit(in object: JSONValue, _ text: String, indentation: String) -> Fix {
      let start = object.range.start + 1
      let isEmpty = object.members?.isEmpty ?? true
      let end = isEmpty ? "\n" + String(indentation.dropLast(2)) : ","
      let place = SourceRange(file: file, start: start, end: isEmpty ? object.range.end - 1 : start)
      return Fix(title: title, edits: [(place, "\n\(indentation)\(text)\(end)")])
    }
    if let known = members.first(where: { $0.name == "scalars" })?.value {
      return known.kind == .object
        ? [edit(in: known, JSONOutput.member(name, binding), indentation: "    ")] : []
    }
    let lines = scalars.text(lineDepth: 1).split(separator: "\n").joined(separator: "\n  ")
    return [edit(in: root, JSONOutput.string("scalars").line + ": " + lines, indentation: "  ")]
  }
}
