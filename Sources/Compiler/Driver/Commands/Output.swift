#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The destinations of a command's output.
package struct Output {
  /// Writes results to standard output.
  package var result: (String) -> Void
  /// Writes diagnostics to standard error.
  package var failure: (String) -> Void
  /// Whether ``failure`` writes to a terminal that supports color.
  package var showsColor = false
  /// The maximum number of errors shown.
  package var maximumErrors = Int.max

  package init(
    result: @escaping (String) -> Void, failure: @escaping (String) -> Void, showsColor: Bool = false
  ) {
    self.result = result
    self.failure = failure
    self.showsColor = showsColor
  }

  package static var standard: Output {
    // https://no-color.org
    let showsColor = isatty(STDERR_FILENO) != 0 && (getenv("NO_COLOR")?.pointee ?? 0) == 0
    return Output(
      result: StandardStreams.writeResult, failure: StandardStreams.writeMessage, showsColor: showsColor)
  }

  /// The output configured by the options `--color` and `--max-errors`.
  ///
  /// - Throws: ``UsageError`` if the number is invalid.
  func adjusted(by arguments: ParsedArguments) throws(UsageError) -> Output {
    var output = self
    switch arguments.value(ReportOptions.color.name) {
    case "always": output.showsColor = true
    case "never": output.showsColor = false
    default: break
    }
    if let text = arguments.value(ReportOptions.maximumErrors.name) {
      guard let number = Int(text), number > 0 else {
        throw UsageError("--max-errors must be a positive number, not '\(text)'.")
      }
      output.maximumErrors = number
    }
    return output
  }
}
