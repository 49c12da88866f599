import PackagePlugin

/// Compiles the documents of a target, in `.graphql` files and in Swift files.
///
/// Every Swift file is an input of the command, since only its contents show whether it has documents. A file without any costs
/// a look for the name of their type.
@main
struct ApusSwiftPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    try BuildCommands.all(context, target, swiftFiles: .all)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension ApusSwiftPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try BuildCommands.all(context, target, swiftFiles: .all)
    }
  }
#endif
