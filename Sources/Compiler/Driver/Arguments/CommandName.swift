#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The words by which the user started the program, for usage and messages.
package enum CommandName {
  /// `apusc`, or what a command plugin was started by: `swift package apus`.
  package static let program = given ?? "apusc"

  /// A command with these words: `swift package apus check`, or `swift package apus-mock` for the commands with plugins of their
  /// own.
  package static func words(_ command: String) -> String {
    guard let given else { return "apusc \(command)" }
    return given.hasSuffix("-" + command) ? given : "\(given) \(command)"
  }

  /// The plugins set it.
  private static let given: String? = getenv("APUS_COMMAND").flatMap {
    $0.pointee == 0 ? nil : String(cString: $0)
  }
}
