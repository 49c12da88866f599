import ApusSource
import ApusSchema

/// The format of a ``BuildRecord``: a line with a fingerprint of the rest, followed by JSON.
struct BuildRecordFormat {
  /// The files that warnings refer to by index.
  let files: [SourceFile]

  // MARK: - Writing

  /// The text for a run with these inputs, outputs and warnings.
  ///
  /// - Returns: nil if a warning cannot be recorded because it is not about one of the files, such as SDL generated from
  ///   an introspection result.
  func text(_ inputs: Fingerprint, _ outputs: Fingerprint, _ warnings: [Diagnostic]) -> String? {
    var rows: [JSONOutput] = []
    for warning in warnings {
      guard let row = row(warning) else { return nil }
      rows.append(row)
    }
    let record: JSONOutput = [
      "inputs": .string(inputs.text), "outputs": .string(outputs.text), "warnings": .array(rows),
    ]
    let body = record.text(lineDepth: 2) + "\n"
    return head(of: body) + body
  }

  private func head(of body: String) -> String {
    var fingerprint = Fingerprint()
    fingerprint.add(body)
    return "apusc record 1 \(fingerprint.text)\n"
  }

  private func row(_ warning: Diagnostic) -> JSONOutput? {
    let places = warning.ranges.compactMap(place)
    let notes = warning.notes.compactMap { note -> JSONOutput? in
      guard let range = note.range else { return ["message": .string(note.message)] }
      return place(range).map { ["message": .string(note.message), "at": $0] }
    }
    if places.count != warning.ranges.count || notes.count != warning.notes.count { return nil }
    var members: [(name: String, value: JSONOutput)] = [
      ("code", .string(warning.code.name)), ("message", .string(warning.message)), ("at", .array(places)),
      ("notes", .array(notes)),
    ]
    if let path = warning.path { members.append(("path", .string(path))) }
    return .object(members)
  }

  private func place(_ range: SourceRange) -> JSONOutput? {
    files.firstIndex { $0 === range.file }.map { [.number($0), .number(range.start), .number(range.end)] }
  }

  // MARK: - Reading

  /// The warnings in `record`; nil if it is damaged, has another format, or belongs to another run.
  ///
  /// - Parameter outputs: computes the fingerprint of the outputs. Only called if the inputs match, because it reads
  ///   all outputs.
  func warnings(
    in record: SourceFile, _ inputs: Fingerprint, _ outputs: () -> Fingerprint?
  ) -> [Diagnostic]? {
    var start = 0
    while start < record.count, record.bytes[start] != UInt8(ascii: "\n") { start += 1 }
    let body = record.text(start + 1, record.count)
    guard record.text(0, start + 1) == head(of: body),
      let root = try? JSONTree.parse(SourceFile(path: record.path, text: body)).root,
      root["inputs"]?.string == inputs.text, let rows = root["warnings"]?.elements,
      let outputs = outputs(), root["outputs"]?.string == outputs.text
    else { return nil }
    var warnings: [Diagnostic] = []
    let catalog = Pipeline.catalog
    for row in rows {
      guard let warning = warning(row, catalog) else { return nil }
      warnings.append(warning)
    }
    return warnings
  }

  private func warning(_ row: JSONValue, _ catalog: DiagnosticCatalog) -> Diagnostic? {
    guard let name = row["code"]?.string, let code = catalog.code(name),
      let message = row["message"]?.string, let places = row["at"]?.elements,
      let notes = row["notes"]?.elements
    else { return nil }
    return Diagnostic(
      .warning, code, message, at: places.compactMap(range),
      notes: notes.compactMap { note in
        note["message"]?.string.map { Diagnostic.Note($0, at: note["at"].flatMap(range)) }
      }, path: row["path"]?.string)
  }

  private func range(_ place: JSONValue) -> SourceRange? {
    let numbers = place.elements?.compactMap(\.integer) ?? []
    guard numbers.count == 3, files.indices.contains(numbers[0]) else { return nil }
    return SourceRange(file: files[numbers[0]], start: numbers[1], end: numbers[2])
  }
}
