import PackagePlugin

/// `swift package apus-mock …`: invented responses, once or as a server. A plugin of its own, so that `swift package apus` need not build `apus-mock`.
@main
struct ApusMockPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try context.run("mock", arguments, program: "apus-mock")
  }
}
