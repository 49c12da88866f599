import PackagePlugin

/// `swift package apus-fetch-schema URL …`: downloads a server's schema. It is a separate plugin because only it needs
/// network permission.
@main
struct ApusFetchSchemaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try context.run("fetch-schema", arguments)
  }
}
