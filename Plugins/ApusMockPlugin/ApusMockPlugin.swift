import PackagePlugin

/// `swift package apus-mock …`: generates responses as files, or runs a mock server. It is a separate plugin, so that
/// `swift package apus` does not have to build `apus-mock`.
///
/// With `--target`, or with `--output` and no path, it reads the documents of targets as a build does.
@main
struct ApusMockPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let wanted = extractor.extractOption(named: "target")
    let rest = extractor.remainingArguments
    let isServer = has("--serve", rest)
    func run(_ inputs: [String]) throws {
      try context.run("mock", rest + inputs, program: "apus-mock", isServer: isServer)
    }
    let path = TargetArguments.path(in: rest, context.package.directoryURL)
    if has("--help", rest) || wanted.isEmpty && (path != nil || !has("--output", rest)) { return try run([]) }
    if !wanted.isEmpty, path != nil {
      Diagnostics.error("Pass --target or paths, not both: a build knows each target's schema.")
      return
    }
    guard let targets = try TargetArguments.all(wanted, context.package) else { return }
    if isServer, targets.count > 1 {
      Diagnostics.error("A server has one schema. Pass one target: --target NAME.")
      return
    }
    for inputs in targets { try run(inputs) }
  }

  private func has(_ option: String, _ arguments: [String]) -> Bool {
    arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
  }
}
