import PackagePlugin

/// Compiles the `.graphql` documents of a target whenever one of them, the schema or the configuration changes.
@main
struct ApusPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    try BuildCommands.all(context, target, swiftFiles: .none)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ApusPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try BuildCommands.all(context, target, swiftFiles: .none)
    }
  }
#endif
