import ApusCompiler
import ApusDiagnostics

/// Diagnostics to the terminal, in one of two forms.
enum Report {
  enum Format: String, CaseIterable {
    /// For people, on standard error.
    case text
    /// For programs, on standard output: an object a line.
    case json
  }

  static let formatOption = CommandSyntax.Option(
    name: "format", values: ["text|json"],
    help: "How to print diagnostics: text, or JSON lines on standard output.")

  /// The format asked for.
  static func format(_ arguments: ParsedArguments) throws(UsageError) -> Format {
    guard let name = arguments.value("format") else { return .text }
    guard let format = Format(rawValue: name) else {
      throw UsageError("--format is 'text' or 'json', not '\(name)'.")
    }
    return format
  }

  /// Prints `diagnostics` in the order of their places.
  ///
  /// - Returns: how the run ends: an error makes it ``ExitCode/invalidInput``.
  static func show(_ diagnostics: [Diagnostic], as format: Format = .text, output: Output) -> ExitCode {
    let sorted = diagnostics.sortedByPlace()
    switch format {
    case .text:
      let printer = DiagnosticPrinter(usesColor: output.showsColor)
      output.failure(sorted.map(printer.text).joined())
    case .json:
      output.result(sorted.map { DiagnosticJSON.line($0) + "\n" }.joined())
    }
    return sorted.contains { $0.severity == .error } ? .invalidInput : .success
  }
}
