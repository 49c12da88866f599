import PackagePlugin

/// `swift package apus-migrate …`: a project on Apollo iOS, moved. A plugin of its own, so that `swift package apus` need not build `apus-migrate`.
@main
struct ApusMigratePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try context.run("migrate", arguments, program: "apus-migrate")
  }
}
