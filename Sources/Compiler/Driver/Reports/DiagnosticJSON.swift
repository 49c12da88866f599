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
  ///
  /// - Parameter listSize: the maximum size in bytes of the notes, and of the places. The members `notesLeftOut` and
  ///   `placesLeftOut` count what exceeds it.
  package static func object(_ diagnostic: Diagnostic, listSize: Int = .max) -> JSONOutput {
    let notes = first(diagnostic.notes, upTo: listSize) { note in
      .object(place(note.range, path: nil) + [("message", .string(note.message))])
    }
    let places = first(diagnostic.otherRanges, upTo: listSize) { .object(place($0, path: nil)) }
    var members: [(name: String, value: JSONOutput)] = [
      ("severity", .string(diagnostic.severity.rawValue)), ("code", .string(diagnostic.code.name)),
      ("message", .string(diagnostic.message)), ("notes", .array(notes.objects)),
      ("places", .array(places.objects)),
    ]
    if notes.rest > 0 { members.append(("notesLeftOut", .number(notes.rest))) }
    if places.rest > 0 { members.append(("placesLeftOut", .number(places.rest))) }
    return .object(place(diagnostic.ranges.first, path: diagnostic.path) + members)
  }

  /// The objects of the first elements, up to a size in bytes, and the number of the others.
  private static func first<Element>(
    _ elements: [Element], upTo size: Int, _ object: (Element) -> JSONOutput
  ) -> (objects: [JSONOutput], rest: Int) {
    if size == .max { return (elements.map(object), 0) }
    var objects: [JSONOutput] = []
    var left = size
    for element in elements {
      let next = object(element)
      left -= next.line.utf8.count
      if left < 0 { break }
      objects.append(next)
    }
    return (objects, elements.count - objects.count)
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
