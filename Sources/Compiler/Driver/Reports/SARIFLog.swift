import ApusSource

/// Diagnostics as a log in the Static Analysis Results Interchange Format, for services that collect them.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
package enum SARIFLog {
  /// The log of one run, ending with a line feed.
  ///
  /// - Parameter version: the version of the tool.
  package static func text(_ diagnostics: [Diagnostic], version: String) -> String {
    let codes = Set(diagnostics.map(\.code)).sorted { $0.name < $1.name }
    let driver: JSONOutput = [
      "name": "apusc", "version": .string(version), "rules": .array(codes.map(rule)),
    ]
    let run: JSONOutput = [
      "tool": ["driver": driver],
      "columnKind": "utf16CodeUnits",
      "results": .array(
        diagnostics.map { result($0, ruleIndex: codes.firstIndex(of: $0.code) ?? -1) }),
    ]
    let log: JSONOutput = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": .array([run]),
    ]
    return log.text(lineDepth: 5) + "\n"
  }

  private static func rule(_ code: DiagnosticCode) -> JSONOutput {
    [
      "id": .string(code.name), "shortDescription": ["text": .string(code.title)],
      "fullDescription": ["text": .string(code.explanation)], "help": ["text": .string(code.page)],
    ]
  }

  private static func result(_ diagnostic: Diagnostic, ruleIndex: Int) -> JSONOutput {
    var members: [(name: String, value: JSONOutput)] = [
      ("ruleId", .string(diagnostic.code.name)), ("ruleIndex", .number(ruleIndex)),
      ("level", .string(diagnostic.severity.rawValue)), ("message", ["text": .string(diagnostic.message)]),
    ]
    if let range = diagnostic.ranges.first {
      members.append(("locations", .array([.object([physical(range)])])))
    } else if let path = diagnostic.path {
      members.append(
        ("locations", .array([["physicalLocation": ["artifactLocation": artifact(path)]]])))
    }
    // The format requires a place for notes, so those without one are added to the message.
    let notes = diagnostic.notes.filter { $0.range == nil }.map { "\n" + $0.message }
    if !notes.isEmpty { members[3].value = ["text": .string(diagnostic.message + notes.joined())] }
    let related =
      diagnostic.otherRanges.map { (range: $0, message: "The other place is here.") }
      + diagnostic.notes.compactMap { note in note.range.map { (range: $0, message: note.message) } }
    if !related.isEmpty {
      let places = related.map { place in
        JSONOutput.object([physical(place.range), ("message", ["text": .string(place.message)])])
      }
      members.append(("relatedLocations", .array(places)))
    }
    return .object(members)
  }

  private static func physical(_ range: SourceRange) -> (name: String, value: JSONOutput) {
    let start = range.position
    let end = range.file.position(at: max(range.start, range.end))
    let region: JSONOutput = [
      "startLine": .number(start.line), "startColumn": .number(start.column),
      "endLine": .number(end.line), "endColumn": .number(end.column),
    ]
    return ("physicalLocation", ["artifactLocation": artifact(range.file.path), "region": region])
  }

  /// A path as a URI reference (RFC 3986).
  private static func artifact(_ path: String) -> JSONOutput {
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~/".contains(character) {
        uri.append(character)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return ["uri": .string(uri)]
  }
}
