import Foundation
import PackagePlugin

extension PluginContext {
  /// Runs a command of `apus-tool` in the package's folder and forwards its output.
  ///
  /// - Parameters:
  ///   - program: another program of the package that the command starts. The package manager may keep it in a
  ///     different folder than `apus-tool`.
  ///   - isServer: whether it runs until it is stopped, so that its messages are shown while it runs.
  func run(_ command: String, _ arguments: [String], program: String? = nil, isServer: Bool = false) throws {
    var run = ToolRun(
      tool: try tool(named: "apus-tool").url, arguments: [command] + arguments, folder: package.directoryURL)
    run.environment["APUS_COMMAND"] = "swift package apus-\(command)"
    if let program {
      run.environment["APUS_PROGRAM"] = try tool(named: program).url.path(percentEncoded: false)
    }
    run.separatesMessages = !isServer
    run.isServer = isServer
    try run.start()
  }
}
