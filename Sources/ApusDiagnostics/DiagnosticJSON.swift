/// Diagnostics as JSON, one object a line, for editors and other programs.
///
///     {"path":"Album.graphql","line":3,"column":5,"endLine":3,"endColumn":10,"severity":"error",
///      "code":"unknown-field","message":"…","notes":[{"path":…,"message":"…"}],"places":[]}
///
/// Lines and columns are 1-based, columns count UTF-16 code units; all are null where there is no place.
/// `places` are those beside the primary one that take part, for example the other of two conflicting fields.
package enum DiagnosticJSON {
  /// The line for one diagnostic, without a line feed.
  package static func line(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { note in
      "{\(place(note.range, path: nil)),\"message\":\(JSONText.quoted(note.message))}"
    }
    let places = diagnostic.otherRanges.map { "{\(place($0, path: nil))}" }
    return "{\(place(diagnostic.ranges.first, path: diagnostic.path))"
      + ",\"severity\":\(JSONText.quoted(diagnostic.severity.rawValue))"
      + ",\"code\":\(JSONText.quoted(diagnostic.code.name))"
      + ",\"message\":\(JSONText.quoted(diagnostic.message))"
      + ",\"notes\":[\(notes.joined(separator: ","))]"
      + ",\"places\":[\(places.joined(separator: ","))]}"
  }

  /// The members that tell a place.
  private static func place(_ range: SourceRange?, path: String?) -> String {
    guard let range else {
      let path = path.map(JSONText.quoted) ?? "null"
      return "\"path\":\(path),\"line\":null,\"column\":null,\"endLine\":null,\"endColumn\":null"
    }
    let start = range.position
    let end = range.file.position(at: max(range.start, range.end))
    return "\"path\":\(JSONText.quoted(range.file.path)),\"line\":\(start.line),\"column\":\(start.column)"
      + ",\"endLine\":\(end.line),\"endColumn\":\(end.column)"
  }
}
