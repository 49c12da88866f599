import TestSupport
import Testing

@testable import ApusDriver

/// `onError` in apus.json: what is sent for it, and what is told about the server.
@Suite(.timeLimit(.minutes(15))) struct ErrorBehaviorTests {
  private let directive =
    "directive @experimental_disableErrorPropagation on QUERY | MUTATION | SUBSCRIPTION\n"
  private let types = "type Query { album: Album } type Album { title: String! }\n"
  private let capable = "# service {\n#   capability graphql.onError\n# }\n"
  private let incapable = "# service {\n# }\n"

  private func compile(
    _ schema: String, _ onError: String?, _ document: String = "query A { album { title } }"
  ) throws -> (sent: String?, onError: String?, codes: [String], messages: [String]) {
    let configuration = onError.map { "{ \"onError\": \"\($0)\" }" } ?? "{}"
    let folder = try TemporaryFolder([
      "schema.graphqls": schema, "A.graphql": document, "apus.json": configuration,
    ])
    let file = ConfigurationFile.read(folder["apus.json"])
    let lowered = Pipeline.lower(
      Inputs(
        schemas: [folder["schema.graphqls"]], documents: [Document(path: folder["A.graphql"])],
        configuration: file.configuration))
    let operation = lowered.output?.program.operations.first
    return (
      operation?.document, operation?.onError?.rawValue, lowered.diagnostics.map(\.code.name),
      lowered.diagnostics.map(\.message)
    )
  }

  @Test(arguments: ["NULL", "PROPAGATE", "HALT"])
  func `is sent to servers that may support it`(_ behavior: String) throws {
    for schema in [types, capable + types, capable + directive + types] {
      let compiled = try compile(schema, behavior)
      #expect(compiled.sent == "query A{album{title}}")
      #expect(compiled.onError == behavior && compiled.codes == [])
    }
    #expect(try compile(types, nil).onError == nil)
  }

  @Test func `is a directive for servers that only have that`() throws {
    for schema in [directive + types, incapable + directive + types] {
      let compiled = try compile(schema, "NULL")
      #expect(compiled.sent == "query A@experimental_disableErrorPropagation{album{title}}")
      #expect(compiled.onError == nil && compiled.codes == [])
      // It is there once.
      let document = "query A @experimental_disableErrorPropagation { album { title } }"
      #expect(try compile(schema, "NULL", document).sent == compiled.sent)
      // The directive says one of the three.
      #expect(try compile(schema, "HALT").sent == "query A{album{title}}")
      #expect(try compile(schema, "HALT").onError == "HALT")
    }
  }

  /// A fragment has one type, whatever the operations around it do with errors.
  @Test func `cases of one property need not keep errors alike`() throws {
    let pets = """
      type Query { pet: Pet } interface Pet { name: String } type Dog implements Pet { name: String }
      type Cat implements Pet { name: String }

      """
    let document = """
      query A @experimental_disableErrorPropagation { pet { ...F } }
      query B { pet { name ... on Dog { ...F } } }
      fragment F on Dog { name }
      """
    #expect(try compile(directive + pets, nil, document).messages == [])
    let plain = document.replacing("@experimental_disableErrorPropagation ", with: "")
    #expect(try compile(directive + pets, nil, plain).messages == [])
  }

  /// The text that is sent has to be valid.
  @Test(arguments: ["on QUERY | MUTATION", "(why: String!) on SUBSCRIPTION"])
  func `is no directive where that cannot be`(_ definition: String) throws {
    let schema =
      "directive @experimental_disableErrorPropagation \(definition)\ntype Subscription { album: Album }\n"
    let compiled = try compile(incapable + schema + types, "NULL", "subscription S { album { title } }")
    #expect(compiled.sent == "subscription S{album{title}}")
    #expect(compiled.onError == "NULL" && compiled.codes == ["unsupported-error-behavior"])
  }

  @Test func `is told of servers that do not support it`() throws {
    for (schema, behavior) in [(types, "NULL"), (types, "HALT"), (directive + types, "HALT")] {
      let compiled = try compile(incapable + schema, behavior)
      #expect(compiled.codes == ["unsupported-error-behavior"])
      #expect(
        compiled.messages.first?.hasPrefix("The schema does not list the capability \"graphql.onError\"")
          == true)
      #expect(compiled.onError == behavior)
    }
  }

  @Test func `the directive of a server without it is explained`() throws {
    let document = "query A @experimental_disableErrorPropagation { album { title } }"
    let folder = try TemporaryFolder(["schema.graphqls": types, "A.graphql": document])
    let diagnostics = Pipeline.lower(
      Inputs(schemas: [folder["schema.graphqls"]], documents: [Document(path: folder["A.graphql"])])
    ).diagnostics
    #expect(diagnostics.map(\.code.name) == ["unknown-directive"])
    #expect(diagnostics.first?.notes.first?.message.contains("\"onError\": \"NULL\"") == true)
    #expect(
      try compile(directive + types, nil, document).sent
        == "query A@experimental_disableErrorPropagation{album{title}}")
  }
}
