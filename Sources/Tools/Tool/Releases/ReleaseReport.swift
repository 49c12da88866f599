import ApusDriver
import ApusSource

/// Prints what a schema change means for shipped versions.
enum ReleaseReport {
  /// - Returns: ``ExitCode/invalidInput`` if requests of a version are rejected or its responses cannot be decoded.
  static func show(_ findings: [ReleaseFinding], as format: Report.Format, output: Output) -> ExitCode {
    switch format {
    case .text: output.result(table(findings))
    case .json: output.result(findings.map { json($0).line + "\n" }.joined())
    case .github, .sarif: return Report.show(findings.compactMap(\.reported), as: format, output: output)
    }
    return findings.contains { $0.effect.isBreaking } ? .invalidInput : .success
  }

  /// A row for each position with an effect, and a row for each version about its other operations.
  private static func table(_ findings: [ReleaseFinding]) -> String {
    var rows = [["VERSION", "OPERATION", "PLACE", "WHAT HAPPENS", "REASON"]]
    var versions: [String] = []
    for finding in findings where versions.last != finding.version { versions.append(finding.version) }
    for version in versions {
      let own = findings.filter { $0.version == version }
      for finding in own where finding.effect != .nothing {
        rows.append([
          version, finding.operation, finding.place.isEmpty ? "-" : finding.place, finding.effect.rawValue,
          finding.diagnostic?.message.replacing("\n", with: " ") ?? "",
        ])
      }
      let count = own.count { $0.effect == .nothing }
      if count > 0 {
        rows.append([
          version, count == 1 ? "1 operation" : "\(count) operations", "-",
          ReleaseFinding.Effect.nothing.rawValue, "",
        ])
      }
    }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      let line = (cells + [row[4]]).joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }.joined()
  }

  private static func json(_ finding: ReleaseFinding) -> JSONOutput {
    let range = finding.diagnostic?.ranges.first
    let start = range?.position
    return [
      "version": .string(finding.version), "operation": .string(finding.operation), "id": .string(finding.id),
      "place": .string(finding.place), "effect": .string(finding.effect.rawValue),
      "breaking": .boolean(finding.effect.isBreaking),
      "code": JSONOutput(finding.diagnostic?.code.name), "message": JSONOutput(finding.diagnostic?.message),
      "path": JSONOutput(range?.file.path), "line": start.map { .number($0.line) } ?? .null,
      "column": start.map { .number($0.column) } ?? .null,
    ]
  }
}
