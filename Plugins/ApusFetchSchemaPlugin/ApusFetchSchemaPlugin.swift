import PackagePlugin

/// `swift package apus-fetch-schema URL …`: downloads a server's schema. A plugin of its own: it alone asks for the
/// network.
@main
struct ApusFetchSchemaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try context.run("fetch-schema", arguments)
  }
}
