import Foundation
import PackagePlugin

extension PluginContext {
  /// Runs a command of `apusc` in the package's folder and forwards its output.
  ///
  /// - Parameter program: another program of the package that the command starts. The package manager may keep it in a
  ///   different folder than `apusc`.
  func run(_ command: String, _ arguments: [String], program: String? = nil) throws {
    let process = Process()
    process.executableURL = try tool(named: "apusc").url
    process.arguments = [command] + arguments
    process.currentDirectoryURL = package.directoryURL
    if let program {
      var environment = ProcessInfo.processInfo.environment
      environment["APUS_PROGRAM"] = try tool(named: program).url.path(percentEncoded: false)
      process.environment = environment
    }
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("apusc ended with code \(process.terminationStatus).")
    }
  }
}
