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
  /// Whether a command plugin started the program.
  let isPlugin: Bool

  /// - Parameters:
  ///   - program: the name of the running program.
  ///   - plugin: the words that the user started a plugin with, which the plugin sets in the environment.
  package init(of program: String, plugin: String? = getenv("APUS_COMMAND").map { String(cString: $0) }) {
    isPlugin = plugin?.isEmpty == false
    self.program = isPlugin ? plugin ?? program : program
  }

  /// The words that start a command.
  package func words(_ command: String) -> String {
    isPlugin ? CommandName.inPackage(command) : "\(program) \(command)"
  }

  /// The words that start a command's plugin: `swift package apus check`, or `swift package apus-mock`.
  static func inPackage(_ command: String) -> String {
    "swift package apus" + (CommandTable.names(.ownPlugin).contains(command) ? "-" : " ") + command
  }
}
