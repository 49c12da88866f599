import ApusDriver
import ApusSource

extension Diagnostic {
  /// The error of a command that lists operations, if the documents have none.
  static var withoutOperations: Diagnostic {
    Diagnostic(.error, .noDocuments, "The documents have no operation, so there is nothing to list.")
  }
}

/// Compiles the operations on a command line to the text that is sent.
enum SentOperations {
  /// Reports diagnostics; `all` is nil if the command cannot continue.
  ///
  /// - Parameter needsSome: whether documents without operations are an error, because the command has nothing to do then.
  static func collect(
    _ arguments: ParsedArguments, _ output: Output, needsSome: Bool = true
  ) throws(UsageError) -> (all: [SentOperation]?, code: ExitCode) {
    var diagnostics: [Diagnostic] = []
    var all: [SentOperation]? = []
    for target in arguments.targets {
      let collected = try InputOptions.collect(target)
      diagnostics += collected.diagnostics
      if collected.hasErrors {
        all = nil
        continue
      }
      let lowered = Pipeline.lower(collected.inputs)
      diagnostics += lowered.diagnostics
      guard let program = lowered.output?.program else {
        all = nil
        continue
      }
      all?.append(
        contentsOf: SentOperation.all(of: program).filter { !collected.inputs.isOfDependency($0.path) })
    }
    if needsSome, all?.isEmpty == true {
      diagnostics.append(.withoutOperations)
      all = nil
    }
    return (all, Report.show(diagnostics, output: output))
  }

  /// Checks that the operations named by `--operation` exist.
  ///
  /// - Throws: ``UsageError`` for the first name that no operation has.
  static func require(_ wanted: [String], in operations: [SentOperation]) throws(UsageError) {
    for name in wanted where !operations.contains(where: { $0.name == name }) {
      let similar = Suggestions.didYouMean(name, among: operations.map(\.name))
      throw UsageError("There is no operation \"\(name)\".\(similar)")
    }
  }
}
