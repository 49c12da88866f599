import ReferencePrinter
import ApusDriver
import ApusSource
import ApusDocuments
import ApusEmitter
import ApusSwiftModel
import ApusSchema
import ApusSentText
import ApusSyntax
import ApusValidation

/// A place where text from outside comes in.
enum Surface: String, CaseIterable {
  case syntax, schema, introspection, documents, configuration
  case commandLine = "command-line"
  case serverBytes = "server-bytes"
  case serverMessages = "server-messages"
  case serverEdits = "server-edits"

  /// What is put between bytes.
  var words: [String] {
    switch self {
    case .syntax, .documents:
      [
        "{", "}", "(", ")", "[", "]", "{a", "[1", "...", "... on ", "@include(if: true)", "@skip(if: $x)",
        "$x: Int = ",
        "query ", "fragment F on ", "mutation ", "subscription ", ": ", "!", "|", "&", "\"", "#", " ", "\n",
        "__typename",
        "self", "Type", "Data", "init", "true", "null",
      ]
    case .schema:
      [
        "{", "}", "(", ")", "[", "]", "type ", "extend type ", "interface ", "union U = ", "enum E { ",
        "input I { ",
        "scalar ", "directive @d on ", "schema { query: Q }", " implements ", "&", "|", "!", ": Int = ",
        "@deprecated",
        "@specifiedBy(url: \"\")", "@oneOf", "\"text\"", "#", "__T", "repeatable",
      ]
    case .introspection, .configuration:
      [
        "{", "}", "[", "]", "\"", ":", ",", "null", "true", "1", "1e9", "\"kind\":\"LIST\"", "\"ofType\":{",
        "\"name\":", "\"__schema\":", "\"\\ud83d\\ude00\"", "{\"a\":", "[[",
      ]
    case .serverBytes, .serverMessages:
      [
        "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "4294967296", "\n", "\r\n\r\n",
        "Content-Length: ",
        "Content-Length: 2\r\n\r\n{}", "\"id\":1,", "\"method\":\"", "\"params\":", "\"text\":\"",
        "\"range\":{",
        "\"position\":", "\"only\":[\"\"]", "file://", "%", "\\ud800", "[[", "\"character\":99999,",
      ]
    case .serverEdits: Surface.documents.words
    case .commandLine:
      [
        "\n", "-", "--", "=", "--schema\n", "--output\n", "--help\n", "check\n", "generate\n", "explain\n",
        "print\n", "report\n",
        "manifest\n", "diff\n", "init\n", "@", "@args\n", ".", "..", "",
      ]
    }
  }

  /// Takes one input. What is wrong with the input is found or not; what is wrong with the compiler ends the process.
  func take(_ seed: Seed, _ workspace: Workspace) throws {
    let input = seed.text
    switch self {
    case .syntax: try Self.syntax(input)
    case .schema: try Self.schema(SourceFile(path: "schema.graphqls", bytes: input))
    case .introspection: try Self.schema(SourceFile(path: "schema.json", bytes: input))
    case .documents: try Self.documents(seed)
    case .configuration: try Self.configuration(input, workspace)
    case .commandLine: try workspace.runTool(with: input)
    case .serverBytes: try workspace.sendBytes(input)
    case .serverMessages: try workspace.sendMessages(input)
    case .serverEdits: try workspace.edit(with: input)
    }
  }

  /// What is read without an error is printed as text that gives the same again.
  private static func syntax(_ input: [UInt8]) throws {
    let source = SourceFile(path: "a.graphql", bytes: input)
    let (text, errors) = printed(source)
    show(errors)
    guard errors.isEmpty else { return }
    let again = printed(SourceFile(path: "b.graphql", text: text))
    guard again.errors.isEmpty, again.text == text else { throw Disagreement("the printer and the parser") }
  }

  private static func printed(_ source: SourceFile) -> (text: String, errors: [Diagnostic]) {
    let tree = SyntaxTree(names: NameTable())
    let options = ParserOptions(readsRelayArguments: true)
    let errors = Parser.parse(source, into: tree, options: options).map { $0.diagnostic(in: source) }
    return (errors.isEmpty ? Printer.print(tree.definitions, of: tree) : "", errors)
  }

  /// A schema with nothing wrong is printed as one with nothing wrong.
  private static func schema(_ source: SourceFile) throws {
    let loaded = SchemaLoader.load([source], names: NameTable())
    show(loaded.diagnostics.map(\.diagnostic))
    guard loaded.diagnostics.isEmpty else { return }
    let text = SchemaPrinter.print(loaded.schema)
    let again = SchemaLoader.load([SourceFile(path: "printed.graphqls", text: text)], names: NameTable())
    // A subgraph may lack a query type, but printed without its directives it no longer looks like one.
    let errors = again.diagnostics.map(\.diagnostic).filter {
      loaded.schema.queryType != nil || $0.code != .missingQueryType
    }
    guard errors.isEmpty, SchemaPrinter.print(again.schema) == text else {
      throw Disagreement("the schema's printer and loader")
    }
  }

  private static func documents(_ seed: Seed) throws {
    let names = NameTable()
    let schema = SchemaLoader.load([SourceFile(path: "schema.graphqls", bytes: seed.schema)], names: names)
      .schema
    let tree = SyntaxTree(names: names)
    let source = SourceFile(path: "a.graphql", bytes: seed.text)
    let options = ParserOptions(readsRelayArguments: true)
    let errors = Parser.parse(source, into: tree, options: options).map { $0.diagnostic(in: source) }
    let index = DocumentIndex(tree, schema)
    let diagnostics = errors + Validator.validate(index)
    show(diagnostics)
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
    let lowered = Lowering.lower(index, GenerationOptions())
    show(lowered.diagnostics)
    guard !lowered.diagnostics.contains(where: { $0.severity == .error }) else { return }
    for operation in lowered.program.operations {
      if let difference = SentText.difference(operation, in: lowered.program) {
        throw Disagreement("the document and what is sent (\(difference))")
      }
    }
    let emitter = Emitter(lowered.program, GenerationOptions())
    guard !emitter.document(0).isEmpty, emitter.schema()?.isEmpty != true else {
      throw Disagreement("the emitter and its input")
    }
  }

  private static func configuration(_ input: [UInt8], _ workspace: Workspace) throws {
    let path = try workspace.write(input, to: "apus.json")
    show(ConfigurationFile.read(path).diagnostics)
    let editor = EditorConfiguration.read(path)
    show(editor.diagnostics)
    let paths = ["Sources/App/a.graphql"]
    _ = editor.configuration.project(for: paths).includes(paths[0])
  }

  /// Excerpts and places are made of the input, too.
  private static func show(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics.prefix(20) {
      _ = DiagnosticPrinter(usesColor: true).text(diagnostic)
      _ = DiagnosticJSON.line(diagnostic)
    }
  }
}

/// Two parts of the compiler that should agree on an input and do not.
struct Disagreement: Error, CustomStringConvertible {
  let description: String

  init(_ parts: String) { description = "\(parts) disagree" }
}
