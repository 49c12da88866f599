import Foundation
import PackagePlugin

/// `swift package apus-fetch-schema URL …`: downloads a server's schema. A plugin of its own: it alone asks for the
/// network.
@main
struct ApusFetchSchemaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "apusc").url
    process.arguments = ["fetch-schema"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("apusc ended with code \(process.terminationStatus).")
    }
  }
}
