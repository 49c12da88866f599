import ApusSource

/// Diagnostics as workflow commands of GitHub Actions, which annotate the lines of a pull request:
///
///     ::error file=Album.graphql,line=3,col=5,endColumn=10,title=unknown-field::Cannot query field "titel" …
///
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
package enum GitHubAnnotation {
  /// The command for one diagnostic, without a line feed.
  package static func line(_ diagnostic: Diagnostic) -> String {
    var properties: [(name: String, value: String)] = []
    if let range = diagnostic.ranges.first {
      let start = range.position
      let end = range.file.position(at: max(range.start, range.end))
      properties = [("file", range.file.path), ("line", String(start.line))]
      // GitHub rejects columns for a range that spans lines.
      if start.line == end.line {
        properties += [("col", String(start.column)), ("endColumn", String(end.column))]
      } else {
        properties.append(("endLine", String(end.line)))
      }
    } else if let path = diagnostic.path {
      properties = [("file", path)]
    }
    properties.append(("title", diagnostic.code.name))
    let words = properties.map { "\($0.name)=\(escaped($0.value, inProperty: true))" }
    let notes = diagnostic.notes.map { note in
      let place = note.range.map { " (\($0.file.path):\($0.position.line))" } ?? ""
      return "\nnote: \(note.message)\(place)"
    }
    let message = ([diagnostic.message] + notes).joined()
    return "::\(diagnostic.severity.rawValue) \(words.joined(separator: ","))::\(escaped(message))"
  }

  private static func escaped(_ text: String, inProperty: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where inProperty: result += "%3A"
      case "," where inProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
