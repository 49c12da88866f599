import ApusCompiler
import ApusDiagnostics

/// The Swift files of a project, with what each uses of Apollo.
package struct ApolloSources {
  struct File {
    let source: SourceFile
    let tokens: [SwiftToken]
    var edits: [SourceEdit] = []
    /// How many requests have a completion handler.
    var completions = 0

    /// What is in each line that changes, and what it becomes; what a person has to change, and how.
    var changes: [String] {
      var found: [String] = []
      var rest = edits.sorted { $0.start < $1.start }[...]
      while let first = rest.first {
        // Edits of the same lines are one change.
        let line = source.line(at: first.start)
        var end = source.lineBounds(source.line(at: first.end)).end
        var group: [SourceEdit] = []
        while let next = rest.first, next.start <= end {
          end = max(end, source.lineBounds(source.line(at: next.end)).end)
          group.append(next)
          rest.removeFirst()
        }
        let start = source.lineBounds(line).start
        let now = source.text(start, end)
        let new = SourceEdit.apply(group.map { $0.shifted(by: start) }, to: SourceFile(path: "", text: now))
        if new != now { found.append("\(line + 1): \(SourceEdit.oneLine(now)) → \(SourceEdit.oneLine(new))") }
        for edit in group where edit.text == nil {
          found.append("\(edit.place): \(edit.original): by hand: \(edit.task)")
        }
      }
      return found
    }
  }

  private(set) var files: [File] = []
  /// Files that Apollo generated: they are deleted.
  private(set) var generated: [String] = []

  /// Reads every Swift file below `folders`, once.
  package init(_ folders: [String]) {
    var seen: Set<String> = []
    for folder in folders {
      let current = Path.normalized(Path.join(FileSystem.currentDirectory ?? "/", folder))
      let add = { (path: String, all: inout ApolloSources) in
        guard path.hasSuffix(".swift"), seen.insert(path).inserted, let source = try? FileSystem.read(path)
        else { return }
        if ApolloSources.isGenerated(source) {
          all.generated.append(path)
        } else {
          all.files.append(File(source: source, tokens: SwiftLexer.tokens(of: source)))
        }
      }
      if FileSystem.kind(of: current) == .file {
        add(current, &self)
        continue
      }
      var paths: [String] = []
      ApolloFiles.walk(current) { paths.append($0) }
      for path in paths where !path.dropFirst(current.utf8.count).contains("/.") { add(path, &self) }
    }
  }

  private static func isGenerated(_ source: SourceFile) -> Bool {
    if source.path.hasSuffix(".graphql.swift") { return true }
    let name = Path.lastComponent(of: source.path)
    let head = source.text(0, 400)
    return name == "SchemaConfiguration.swift" || head.contains("@generated")
      || head.contains("ApolloCodegen")
      || Path.lastComponent(of: Path.parent(of: source.path)) == "CustomScalars"
  }

  /// The types that the files declare.
  private var declared: Set<String> {
    var names: Set<String> = []
    let keywords: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    for file in files {
      for index in file.tokens.indices.dropLast() where keywords.contains(file.tokens[index].text) {
        if file.tokens[index + 1].isWord { names.insert(file.tokens[index + 1].text) }
      }
    }
    return names
  }

  /// Finds what the files use.
  mutating func find(_ names: ApolloNames?, _ scope: ApolloEdits.ApolloScope) {
    var scope = scope
    scope.declared = declared
    for index in files.indices {
      let found = ApolloEdits(files[index].tokens, files[index].source, names, scope)
      files[index].edits = found.edits
      files[index].completions = found.completions
    }
  }
}
