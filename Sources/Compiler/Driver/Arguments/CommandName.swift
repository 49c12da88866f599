#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The words by which the user started a program, for usage and messages.
package struct CommandName {
  /// The program's name, or the words that a command plugin was started by: `swift package apus`.
  package let program: String
  private let isPlugin: Bool

  /// - Parameter program: the name of the running program.
  package init(of program: String) {
    // The plugins set it.
    let given = getenv("APUS_COMMAND").map { String(cString: $0) } ?? ""
    isPlugin = !given.isEmpty
    self.program = isPlugin ? given : program
  }

  /// A command with these words: `swift package apus check`, or `swift package apus-mock` for the commands with plugins of their
  /// own.
  package func words(_ command: String) -> String {
    isPlugin && program.hasSuffix("-" + command) ? program : "\(program) \(command)"
  }
}
