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

  static var standard: Output {
    // https://no-color.org
    let showsColor = isatty(STDERR_FILENO) != 0 && getenv("NO_COLOR") == nil
    return Output(
      result: StandardStreams.writeResult, failure: StandardStreams.writeMessage, showsColor: showsColor)
  }
}
