import ApusDriver
import ApusLoopback
import ApusSource

/// One run of `apus-mock`. `apus-tool mock` passes its options and the documents as JSON:
///
///     {"schemas": ["schema.graphqls"], "operations": [{"name": "Album", "text": "query Album{…}"}],
///      "output": "Responses", "replaces": false, "port": null, "examples": null,
///      "seed": 0, "listLength": 2, "events": 3, "everyShape": false, "pause": 500}
package struct MockRun {
  private let root: JSONValue
  private let result: (String) -> Void
  private let failure: (String) -> Void

  /// - Parameters:
  ///   - result: writes to standard output.
  ///   - failure: writes to standard error.
  /// - Returns: nil if `task` does not have the format that `apus-tool mock` writes.
  package init?(_ task: SourceFile, result: @escaping (String) -> Void, failure: @escaping (String) -> Void) {
    guard let root = try? JSONTree.parse(task).root, root["schemas"]?.elements != nil else { return nil }
    self.root = root
    self.result = result
    self.failure = failure
  }

  /// Runs the task.
  ///
  /// - Parameter isOver: returns true to stop a server.
  /// - Returns: the exit code: 0, or 1 if the input has errors or the output cannot be written.
  package func run(until isOver: () -> Bool) -> Int32 {
    var sources: [SourceFile] = []
    for path in root["schemas"]?.elements ?? [] {
      guard let source = read(path.string ?? "") else { return 1 }
      sources.append(source)
    }
    let schema = MockSchema(sources)
    var examples = MockExamples()
    if let path = root["examples"]?.string {
      guard let source = read(path) else { return 1 }
      let found = MockExamples.read(source, schema)
      failure(found.1.map(DiagnosticPrinter(usesColor: false).text).joined())
      if !found.1.isEmpty { return 1 }
      examples = found.0
    }
    var options = MockOptions()
    options.seed = root["seed"]?.integer ?? options.seed
    options.listLength = root["listLength"]?.integer ?? options.listLength
    options.eventCount = root["events"]?.integer ?? options.eventCount
    options.hasEveryShape = root["everyShape"]?.boolean ?? options.hasEveryShape
    options.pause = root["pause"]?.integer ?? options.pause
    let answers = MockAnswers(sources, schema, examples, options)
    if let folder = root["output"]?.string, !write(answers, to: folder) { return 1 }
    guard let port = root["port"]?.integer else { return 0 }
    do {
      var server = try LoopbackServer(MockEndpoint(answers: answers), port: port)
      result("http://127.0.0.1:\(server.port)/graphql responds with generated data. Press Ctrl-C to stop.\n")
      server.run(until: isOver)
      return 0
    } catch {
      failure("error: \(error.message)\n")
      return 1
    }
  }

  private func read(_ path: String) -> SourceFile? {
    do {
      return try FileSystem.read(path)
    } catch {
      failure("error: '\(error.path)' cannot be read: \(error.reason).\n")
      return nil
    }
  }

  // MARK: - Files

  private func write(_ answers: MockAnswers, to folder: String) -> Bool {
    var isGood = true
    do throws(FileError) {
      try FileSystem.makeDirectory(folder)
      for operation in root["operations"]?.elements ?? [] {
        let name = operation["name"]?.string ?? ""
        switch answers.answer(operation["text"]?.string ?? "", operationName: name, variables: nil) {
        case .response(let response): try write(response.line + "\n", to: Path.join(folder, name + ".json"))
        case .events(let responses):
          try write(responses.map { $0.line + "\n" }.joined(), to: Path.join(folder, name + ".jsonl"))
        case .refused(let response):
          failure("error: No response to the operation \"\(name)\" can be generated: \(response.line)\n")
          isGood = false
        }
      }
    } catch {
      failure("error: '\(error.path)' cannot be written: \(error.reason).\n")
      return false
    }
    return isGood
  }

  private func write(_ text: String, to path: String) throws(FileError) {
    // Do not overwrite files, because a person may have edited them.
    if FileSystem.kind(of: path) != nil, root["replaces"]?.boolean != true {
      result("\(path) already exists and was not changed.\n")
      return
    }
    let isNew = try FileSystem.write(text, to: path)
    result(isNew ? "\(path) is written.\n" : "\(path) is up to date.\n")
  }
}
