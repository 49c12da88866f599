/// How a run ends, as the shell sees it.
enum ExitCode: Int32 {
  case success = 0
  /// What was read has errors.
  case invalidInput = 1
  /// The command line itself is wrong.
  case wrongUsage = 2
}
