import ApusSource

/// Prints diagnostics in the format given by `--format`.
package enum Report {
  package enum Format: String, CaseIterable {
    /// Text for people, on standard error.
    case text
    /// JSON for programs, on standard output: one object per line.
    case json
    /// Workflow commands for GitHub Actions, on standard output, which annotate the lines of a pull request.
    case github
    /// A SARIF log, on standard output, for services that collect analysis results.
    case sarif
  }

  package static let formatOption = CommandSyntax.Option(
    name: "format", values: [Format.allCases.map(\.rawValue).joined(separator: "|")],
    help: """
      How to print diagnostics: text on standard error, or on standard output JSON lines, annotations
      for GitHub Actions, or a SARIF log.
      """)

  /// The format that the options request.
  package static func format(_ arguments: ParsedArguments) -> Format {
    arguments.value("format").flatMap(Format.init) ?? .text
  }

  /// Prints `diagnostics`, sorted by place. Text groups warnings by cause; JSON contains all of them.
  ///
  /// - Returns: the exit code; ``ExitCode/invalidInput`` if there is an error.
  package static func show(_ diagnostics: [Diagnostic], as format: Format = .text, output: Output)
    -> ExitCode
  {
    let (kept, note) = limited(diagnostics, output)
    switch format {
    case .text:
      let printer = DiagnosticPrinter(usesColor: output.showsColor)
      output.failure(Diagnostic.byCause(kept).map(printer.text).joined())
    case .json: output.result(kept.map { DiagnosticJSON.line($0) + "\n" }.joined())
    case .github: output.result(kept.map { GitHubAnnotation.line($0) + "\n" }.joined())
    case .sarif: output.result(SARIFLog.text(kept, version: Version.current))
    }
    output.failure(note)
    return kept.contains { $0.severity == .error } ? .invalidInput : .success
  }

  /// The diagnostics to show, sorted by place and limited to the maximum number of errors.
  ///
  /// - Returns: the diagnostics, and a line about omitted errors, which is empty if there are none.
  static func limited(_ diagnostics: [Diagnostic], _ output: Output) -> (shown: [Diagnostic], note: String) {
    var count = 0
    let shown = diagnostics.sortedByPlace().filter { diagnostic in
      if diagnostic.severity == .error { count += 1 }
      return diagnostic.severity == .warning || count <= output.maximumErrors
    }
    let rest = count - output.maximumErrors
    if rest <= 0 { return (shown, "") }
    return (shown, "note: \(rest) more error\(rest == 1 ? " is" : "s are") not shown (--max-errors).\n")
  }
}
