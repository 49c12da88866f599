import ApusCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a command's words go.
struct Output {
  /// What was asked for: standard output.
  var result: (String) -> Void
  /// What went wrong: standard error.
  var failure: (String) -> Void
  /// Whether ``failure`` leads to a terminal that shows colours.
  var showsColor = false
  /// How many errors are shown at most.
  var maximumErrors = Int.max

  static var standard: Output {
    // https://no-color.org
    let showsColor = isatty(STDERR_FILENO) != 0 && (getenv("NO_COLOR")?.pointee ?? 0) == 0
    return Output(
      result: StandardStreams.writeResult, failure: StandardStreams.writeMessage, showsColor: showsColor)
  }

  /// The output that the options `--color` and `--max-errors` of a command line ask for.
  ///
  /// - Throws: ``UsageError`` where the number is none.
  func adjusted(by arguments: ParsedArguments) throws(UsageError) -> Output {
    var output = self
    switch arguments.value(ReportOptions.color.name) {
    case "always": output.showsColor = true
    case "never": output.showsColor = false
    default: break
    }
    if let text = arguments.value(ReportOptions.maximumErrors.name) {
      guard let number = Int(text), number > 0 else {
        throw UsageError("--max-errors is a number from 1, not '\(text)'.")
      }
      output.maximumErrors = number
    }
    return output
  }
}
