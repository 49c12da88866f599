/// The exit code of a command.
package enum ExitCode: Int32 {
  case success = 0
  /// The input has errors.
  case invalidInput = 1
  /// The command line is wrong.
  case wrongUsage = 2
}
