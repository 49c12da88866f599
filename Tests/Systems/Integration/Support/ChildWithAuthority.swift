#if os(Linux)
  import Foundation

  /// Runs a test of this program in a process of its own, in which the system's certificate authorities are others.
  enum ChildWithAuthority {
    /// Where libcurl looks on Debian and what comes of it.
    private static let systemAuthorities = "/etc/ssl/certs"

    /// Whether there are authorities to replace, and the system lets a process mount in a namespace of its own.
    static let isPossible: Bool =
      FileManager.default.fileExists(atPath: systemAuthorities) && (try? unshared("true", [], [:])) == 0

    /// - Parameters:
    ///   - authorities: a folder in place of the system's.
    ///   - test: a regular expression that only the test's name matches.
    /// - Returns: the process's status: 0 when the test passed.
    static func run(_ authorities: URL, test: String, _ environment: [String: String]) throws -> Int32 {
      // `isPossible` is asked in the child, too: mounting twice does no harm.
      let script = "mount --bind \"$1\" \(systemAuthorities) && shift && exec \"$@\""
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return try unshared(
        "sh",
        [
          "-c", script, "sh", authorities.path, program, "--testing-library", "swift-testing", "--filter",
          test,
        ],
        environment)
    }

    private static func unshared(
      _ program: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["unshare", "--user", "--map-root-user", "--mount", program] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }
#endif
