import ApusCompiler

/// The operations that a command line gives, compiled as far as the text that is sent.
enum SentOperations {
  /// Reports what is wrong; `all` is nil when there is nothing to go on with.
  static func collect(
    _ arguments: ParsedArguments, _ output: Output
  ) throws(UsageError) -> (all: [SentOperation]?, code: ExitCode) {
    let collected = try InputOptions.collect(arguments)
    if collected.hasErrors { return (nil, Report.show(collected.diagnostics, output: output)) }
    let lowered = Pipeline.lower(collected.inputs)
    let code = Report.show(collected.diagnostics + lowered.diagnostics, output: output)
    let all = lowered.output.map { SentOperation.all(of: $0.program) }
    return (all?.filter { !collected.inputs.isOfDependency($0.path) }, code)
  }
}
