import ApusSource
import ApusDocuments
import ApusSchema
import ApusSentText
import ApusSyntax
import ApusValidation
import TestSupport

import ApusSwiftModel

/// One random document with the responses of every assignment of its variables.
struct MeaningTrial {
  let seed: UInt64
  let schema: MeaningSchema
  var document: MeaningDocument

  init(seed: UInt64, isIncremental: Bool, hasBlocks: Bool, isDeep: Bool, hasArguments: Bool) {
    self.seed = seed
    var random = SeededRandom(seed)
    schema = MeaningSchema(&random)
    document = MeaningDocument(
      schema, isIncremental: isIncremental, hasBlocks: hasBlocks, isDeep: isDeep, hasArguments: hasArguments,
      &random)
  }

  /// What a trial comes to.
  enum Outcome {
    /// The document is not valid.
    case invalid
    case same(responses: Int, hasVariables: Bool, hasTypes: Bool)
    case different(String)
  }

  func run() -> Outcome {
    let names = NameTable()
    let loaded = SchemaLoader.load(
      [SourceFile(path: "schema.graphqls", text: schema.text)], names: names, clientDirectives: [])
    precondition(loaded.diagnostics.isEmpty, "\(loaded.diagnostics) \(schema.text)")
    return run(names, loaded.schema)
  }

  private func run(_ names: NameTable, _ loaded: Schema) -> Outcome {
    let tree = SyntaxTree(names: names)
    var sources = [SourceFile(path: "Test.graphql", text: document.text)]
    if document.countBelow > 0 {
      sources.insert(SourceFile(path: "Below.graphql", text: document.textBelow), at: 0)
    }
    for source in sources where !Parser.parse(source, into: tree).isEmpty { return .invalid }
    let index = DocumentIndex(tree, loaded)
    if Validator.validate(index).contains(where: { $0.severity == .error }) { return .invalid }
    var options = GenerationOptions()
    if document.isPublic { options.accessLevel = .public }
    var below: Program?
    if document.countBelow > 0 { below = programBelow(names, loaded, &options) }
    let (program, diagnostics) = Lowering.lower(index, options)
    if let problem = diagnostics.first(where: { $0.severity == .error }) {
      // One object in two uses of a fragment, which are not known to be equal.
      if problem.code == .fragmentUsesMeet { return .invalid }
      return .different(problem.message)
    }
    if let below, let message = MeaningTrial.difference(program, below) { return .different(message) }
    return check(program, options, loaded)
  }

  /// Compiles the module below, and notes in the options what it declares.
  private func programBelow(_ names: NameTable, _ loaded: Schema, _ options: inout GenerationOptions)
    -> Program
  {
    let tree = SyntaxTree(names: names)
    _ = Parser.parse(SourceFile(path: "Below.graphql", text: document.textBelow), into: tree)
    let index = DocumentIndex(tree, loaded)
    var own = GenerationOptions()
    own.accessLevel = .public
    options.dependencyModules = [
      DependencyModule(name: "Below", options: own, documents: ["Below.graphql"])
    ]
    return Lowering.lower(index, own).program
  }

  /// What one module thinks that another one declares otherwise than that one does.
  private static func difference(_ program: Program, _ below: Program) -> String? {
    for fragment in below.fragments {
      let declared = ShapePrinter.text(of: fragment, in: below)
      guard let known = program.fragments.first(where: { $0.name == fragment.name }) else { continue }
      let expected = ShapePrinter.text(of: known, in: program)
      if expected != declared { return "the module below declares\n\(declared)and not\n\(expected)" }
    }
    return nil
  }

  private func check(_ program: Program, _ options: GenerationOptions, _ loaded: Schema) -> Outcome {
    let tree = program.tree
    let names = tree.names
    guard let operation = program.operations.first else { return .different("no operation") }
    if let difference = SentText.difference(operation, in: program) { return .different(difference) }
    let sent = SyntaxTree(names: names)
    let source = SourceFile(path: "Sent.graphql", text: operation.document)
    guard Parser.parse(source, into: sent).isEmpty else {
      return .different("the sent text cannot be parsed")
    }
    if let problem = Validator.validate(DocumentIndex(sent, loaded)).first(where: { $0.severity == .error }) {
      return .different("the sent text is not valid: \(problem.message)\n\(operation.document)")
    }
    var responses = 0
    let variables = operation.variables.map(\.name)
    for assignment in 0..<(1 << variables.count) {
      var values: [String: Bool] = [:]
      for (index, name) in variables.enumerated() { values[name] = assignment >> index & 1 == 1 }
      var reader = ProgramReader(program, options)
      reader.variables = values
      for (name, variable, literal) in operation.passedConditions {
        reader.variables?[name] = variable.map { values[$0.name] ?? false } ?? literal
      }
      var collector = MeaningCollector(tree, schema, values)
      collector.ownVariables = document.ownVariables
      let check = MeaningCheck(reader: reader, collector: collector)
      for round in 0..<4 {
        var execution = MeaningExecution(
          collector: MeaningCollector(sent, schema, values),
          random: SeededRandom(seed &* 31 &+ UInt64(assignment * 4 + round)), laterTypes: round < 2 ? 0 : 30)
        var response = execution.run()
        if round % 2 == 1 { response.shuffle(&execution.random) }
        do {
          if try check.check(response, operation) { responses += 1 }
        } catch let difference as MeaningCheck.Difference {
          return .different(
            "\(difference.message)\nwith \(values)\n\(MeaningTrial.show(.object(response)))\nsent: \(operation.document)"
          )
        } catch {
          return .different("\(error)")
        }
      }
    }
    let text = document.text + document.textBelow
    return .same(
      responses: responses, hasVariables: !variables.isEmpty,
      hasTypes: text.contains("on I") || text.contains("on O") || text.contains("on U"))
  }

  /// The smallest document that fails as this one does.
  func shrunk() -> MeaningTrial {
    var smallest = self
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in smallest.document.smaller {
        var trial = smallest
        trial.document = candidate
        if case .different = trial.run() {
          smallest = trial
          isSmaller = true
          break
        }
      }
    }
    return smallest
  }

  /// The documents, and what is different.
  var description: String {
    guard case .different(let message) = run() else { return "seed \(seed): no difference" }
    let below = document.countBelow > 0 ? "# The module below\n\(document.textBelow)\n" : ""
    return "seed \(seed)\n\(schema.text)\n\(below)\(document.text)\n\(message)"
  }

  static func show(_ value: MeaningValue) -> String {
    switch value {
    case .null: "null"
    case .failed: "null with an error"
    case .text(let text): "\"\(text)\""
    case .list(let elements): "[" + elements.map(show).joined(separator: ", ") + "]"
    case .object(let object):
      "\(object.type){" + object.members.map { "\($0.key): \(show($0.value))" }.joined(separator: ", ") + "}"
    }
  }
}
