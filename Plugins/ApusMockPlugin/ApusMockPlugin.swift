import PackagePlugin

/// `swift package apus-mock …`: generates responses as files, or runs a mock server. It is a separate plugin, so that
/// `swift package apus` does not have to build `apus-mock`.
@main
struct ApusMockPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try context.run("mock", arguments, program: "apus-mock")
  }
}
