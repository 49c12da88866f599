import ApusSource

/// Diagnostics as JSON, one object per line, for editors and other programs.
///
///     {"path":"Album.graphql","line":3,"column":5,"endLine":3,"endColumn":10,"severity":"error",
///      "code":"unknown-field","message":"…","notes":[{"path":…,"message":"…"}],"places":[]}
///
/// Lines and columns are 1-based, and columns count UTF-16 code units; all are null if there is no place. `places`
/// contains the secondary places, for example the other of two conflicting fields.
package enum DiagnosticJSON {
  /// The line for one diagnostic, without a line feed.
  package static func line(_ diagnostic: Diagnostic) -> String { object(diagnostic).line }

  /// The object for one diagnostic.
  package static func object(_ diagnostic: Diagnostic) -> JSONOutput {
    let notes = diagnostic.notes.map { note in
      JSONOutput.object(place(note.range, path: nil) + [("message", .string(note.message))])
    }
    let places = diagnostic.otherRanges.map { JSONOutput.object(place($0, path: nil)) }
    let members: [(name: String, value: JSONOutput)] = [
      ("severity", .string(diagnostic.severity.rawValue)), ("code", .string(diagnostic.code.name)),
      ("message", .string(diagnostic.message)), ("notes", .array(notes)), ("places", .array(places)),
    ]
    return .object(place(diagnostic.ranges.first, path: diagnostic.path) + members)
  }

  /// The members that describe a place.
  private static func place(_ range: SourceRange?, path: String?) -> [(name: String, value: JSONOutput)] {
    guard let range else {
      return [
        ("path", JSONOutput(path)), ("line", .null), ("column", .null), ("endLine", .null),
        ("endColumn", .null),
      ]
    }
    let start = range.position
    let end = range.file.position(at: max(range.start, range.end))
    return [
      ("path", .string(range.file.path)), ("line", .number(start.line)), ("column", .number(start.column)),
      ("endLine", .number(end.line)), ("endColumn", .number(end.column)),
    ]
  }
}
