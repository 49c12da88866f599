import ApusSource
import ApusDocuments
import ApusSchema
import ApusShapeChoices
import ApusSyntax
import ApusValidation

/// Answers requests as a server with this schema would, with generated data.
final class MockAnswers {
  /// The result of a request.
  enum Answer {
    case response(JSONOutput)
    /// The responses of a subscription, in order.
    case events([JSONOutput])
    /// A response with errors only, because the request cannot be executed.
    case refused(JSONOutput)
  }

  let options: MockOptions
  private let sources: [SourceFile]
  private let examples: MockExamples
  private var schema: MockSchema
  private var nameCount: Int
  private var shapes = ShapeTurns()

  init(_ sources: [SourceFile], _ schema: MockSchema, _ examples: MockExamples, _ options: MockOptions) {
    self.sources = sources
    self.schema = schema
    self.examples = examples
    self.options = options
    nameCount = schema.names.count
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - operationName: the operation to execute; may be nil if there is only one.
  ///   - variables: the variables as JSON; nil to generate them as well.
  func answer(_ text: String, operationName: String?, variables: JSONOutput?) -> Answer {
    // Names from requests stay in the table, so start a new one when it has grown too large.
    if schema.names.count > 2 * nameCount + 10_000 { schema = MockSchema(sources) }
    let source = SourceFile(path: "request.graphql", text: text)
    let tree = SyntaxTree(names: schema.names)
    let errors = Parser.parse(
      source, into: tree, options: ParserOptions(tokenLimit: 100_000, allowsFragmentArguments: false))
    if !errors.isEmpty { return refuse(errors.map { $0.diagnostic(in: source) }) }
    let index = DocumentIndex(tree, schema.schema)
    var options = ValidationOptions()
    options.unusedFragmentSeverity = .error
    let found = Validator.validate(index, options: options).filter { $0.severity == .error }
    if !found.isEmpty { return refuse(found) }
    let operations = tree.definitions.filter { tree.kind($0) == .operation }
    guard let operation = select(operationName, operations, tree) else {
      guard let operationName else {
        return refuse("Must provide operation name if query contains multiple operations.")
      }
      return refuse("Unknown operation named \"\(operationName)\".")
    }
    guard self.options.hasEveryShape else { return execute(operation, index, variables) }
    let request = [text, operationName ?? "", variables?.line ?? ""].joined(separator: "\0")
    return nextShape(of: request, isSubscription: tree.operationKind(operation) == .subscription) {
      execute(operation, index, variables)
    }
  }

  /// The next response to a request, in turn. A subscription gets them all.
  private func nextShape(of request: String, isSubscription: Bool, _ execute: () -> Answer) -> Answer {
    if isSubscription { return execute() }
    var answer = Answer.events([])
    let next = shapes.next(of: request) {
      answer = execute()
      if case .events(let responses) = answer { return responses }
      return []
    }
    return next.map(Answer.response) ?? answer
  }

  private func select(_ name: String?, _ operations: [NodeID], _ tree: SyntaxTree) -> NodeID? {
    if let name { return operations.first { tree.name($0) == name } }
    return operations.count == 1 ? operations.first : nil
  }

  private func execute(_ operation: NodeID, _ index: DocumentIndex, _ given: JSONOutput?) -> Answer {
    let tree = index.tree
    var values: [NameID: JSONOutput] = [:]
    let given = given ?? examples.variables[tree.name(operation)]
    let isInvented = given == nil
    for definition in tree.children(operation, .variableDefinition) {
      let name = tree.name(definition)
      guard
        let typeNode = tree.children(definition).first(where: {
          [.namedType, .listType].contains(tree.kind($0))
        })
      else { continue }
      let type = schema.schema.typeReference(typeNode, in: tree)
      let literal = tree.children(definition).first { isValue(tree.kind($0)) }
      if let value = given?[name] {
        if let problem = InputCheck(schema: schema).problem(value, type, isOutput: false) {
          return refuse("Variable \"$\(name)\" got invalid value: \(problem)")
        }
        values[tree.nodes[definition].name] = value
      } else if let literal {
        if tree.kind(literal) == .booleanValue {
          values[tree.nodes[definition].name] = .boolean(tree.has(NodeFlag.isTrue, literal))
        } else if tree.kind(literal) == .stringValue {
          values[tree.nodes[definition].name] = .string(tree.stringValue(literal))
        }
      } else if isInvented {
        // Include everything that is optional.
        if schema.schema[type.named]?.name == Keyword.booleanType, !type.isList {
          values[tree.nodes[definition].name] = .boolean(true)
        }
      } else if type.isNonNull {
        return refuse(
          "Variable \"$\(name)\" of required type \"\(schema.schema.description(type))\" was not provided.")
      }
    }
    let inventor = ValueGenerator(schema: schema, examples: examples, seed: options.seed)
    func data(_ event: Int) -> JSONOutput {
      var execution = Execution(
        schema, index, inventor, listLength: options.listLength, variables: values)
      return .object([("data", execution.data(operation, event: event))])
    }
    if options.hasEveryShape { return .events(everyShape(operation, index, inventor, values)) }
    guard tree.operationKind(operation) == .subscription else { return .response(data(0)) }
    return .events((0..<options.eventCount).map(data))
  }

  /// The responses in which everything that the schema permits occurs at least once. An extension names the special choice of each.
  private func everyShape(
    _ operation: NodeID, _ index: DocumentIndex, _ inventor: ValueGenerator, _ values: [NameID: JSONOutput]
  ) -> [JSONOutput] {
    let (schema, listLength) = (schema, options.listLength)
    let shapes = try? ShapeSamples<JSONOutput>(
      // A hash, because the responses of all trials would fill the memory.
      shape: { AnyHashable($0.line.hashValue) },
      make: { run in
        var execution = Execution(
          schema, index, inventor, listLength: listLength, variables: values, run: run)
        let data = execution.data(operation, event: 0)
        run = execution.run ?? run
        let errors: [(name: String, value: JSONOutput)] =
          execution.errors.isEmpty ? [] : [("errors", .array(execution.errors))]
        return .object(errors + [("data", data)])
      })
    guard let shapes else { return [] }
    return zip(shapes.names, shapes.samples).map { name, sample in
      guard case .object(let members) = sample.value else { return sample.value }
      return .object(members + [("extensions", ["shape": .string(name)])])
    }
  }

  private func isValue(_ kind: NodeKind) -> Bool {
    switch kind {
    case .intValue, .floatValue, .stringValue, .booleanValue, .nullValue, .enumValue, .listValue,
      .objectValue:
      true
    default: false
    }
  }

  // MARK: - Errors

  private func refuse(_ diagnostics: [Diagnostic]) -> Answer {
    let errors = diagnostics.sortedByPlace().map { diagnostic -> JSONOutput in
      let places = diagnostic.ranges.map { range -> JSONOutput in
        .object([
          ("line", .number(range.position.line)), ("column", .number(range.position.column)),
        ])
      }
      return .object([("message", .string(diagnostic.message)), ("locations", .array(places))])
    }
    return .refused(.object([("errors", .array(errors))]))
  }

  private func refuse(_ message: String) -> Answer { .refused(MockAnswers.error(message)) }

  /// A response with one error and nothing else.
  static func error(_ message: String) -> JSONOutput {
    .object([("errors", .array([.object([("message", .string(message))])]))])
  }
}
