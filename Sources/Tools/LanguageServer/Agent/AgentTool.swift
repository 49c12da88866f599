import ApusLanguageService
import ApusSource

/// A tool for coding agents: its name, description, parameters and result. ``all`` is the table of them.
struct AgentTool: Sendable {
  /// The result of a call.
  struct Answer {
    /// The result for people and agents to read.
    var text: String
    /// The same facts for programs.
    var members: [(name: String, value: JSONOutput)]
  }

  // Not with a typed error: at run time, a function type with one needs macOS 15.
  typealias Handler = @Sendable (AgentTools) -> (ToolArguments) throws -> Answer

  let name: String
  private let title: String
  private let description: String
  let parameters: [ToolParameter]
  /// The members of a result.
  private let result: [ToolParameter]
  private let handler: Handler

  private init(
    _ name: String, title: String, description: String, parameters: [ToolParameter], result: [ToolParameter],
    _ handler: @escaping Handler
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.parameters = parameters
    self.result = result
    self.handler = handler
  }

  func run(_ tools: AgentTools, _ arguments: ToolArguments) throws(ToolError) -> Answer {
    do {
      return try handler(tools)(arguments)
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError("\(name) failed: \(error)")
    }
  }

  /// The tool in a response to `tools/list`.
  var definition: JSONOutput {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": ToolParameter.schema(of: parameters, isClosed: true),
      "outputSchema": ToolParameter.schema(of: result, isClosed: false),
      "annotations": [
        "title": .string(title), "readOnlyHint": .boolean(true), "destructiveHint": .boolean(false),
        "idempotentHint": .boolean(true), "openWorldHint": .boolean(false),
      ],
    ]
  }

  // MARK: - Table

  private static let project = ToolParameter(
    "project", .string,
    "The target, as list_projects names it, e.g. \"Sources/App\". Needed if targets have different schemas and no path decides."
  )
  private static let text = ToolParameter(
    "text", .string,
    "The whole text of the document: GraphQL, or Swift if path ends in .swift. Replaces the file at path without writing it."
  )
  private static let path = ToolParameter(
    "path", .string,
    "The document's file, absolute or relative to the folder. Symbolic links must not lead out of the folder. It decides the document's target."
  )
  private static let limit = ToolParameter(
    "limit", .integer(1...200), "The maximum number of results. By default 50.")
  private static let offset = ToolParameter(
    "offset", .integer(0...1_000_000), "The number of results to skip.")
  private static let total = ToolParameter(
    "total", .integer(0...Int.max), "The number of all results.", isRequired: true)
  private static let next = ToolParameter(
    "nextOffset", .integer(0...Int.max), "The offset of the next results. Missing if these are the last.")
  private static let diagnostics = ToolParameter(
    "diagnostics", .objects,
    """
    Objects with path, line, column, endLine, endColumn (1-based, UTF-16), severity, code, message, notes and places. If there \
    are many notes or places, only the first are given, with notesLeftOut or placesLeftOut.
    """,
    isRequired: true)

  static let all: [AgentTool] = [
    AgentTool(
      "list_projects", title: "List GraphQL projects",
      description:
        """
        Lists the targets with GraphQL documents or a schema, each with its schema files and number of documents. As in a \
        build, these files may be outside of the server's folders if the user's apus.json, .graphqlrc.json, package or \
        symbolic links name them.
        """,
      parameters: [limit, offset],
      result: [
        ToolParameter(
          "projects", .objects,
          """
          Objects with name, folder, schemas, documents and hasSchema. If there are many schemas, only the first are given, with \
          schemasLeftOut.
          """,
          isRequired: true),
        total, next,
      ], AgentTools.listProjects),
    AgentTool(
      "find_in_schema", title: "Find in the GraphQL schema",
      description: """
        Finds types, fields, arguments, input fields, enum values and directives by words in their names and descriptions. \
        Use it before writing a document, instead of reading the schema file. With owner and no query, lists all members \
        of a type.
        """,
      parameters: [
        ToolParameter(
          "query", .string,
          "Words that must all occur in a name, coordinate or description, e.g. \"release date\" or \"Album.tracks\"."
        ),
        ToolParameter(
          "owner", .string, "A type (\"Album\") or directive (\"@include\"): only its members are searched."),
        ToolParameter(
          "kind", .choice(SchemaSearch.Kind.allCases.map(\.rawValue)),
          "The kind of element. By default, all kinds."),
        limit, offset,
        project,
      ],
      result: [
        ToolParameter(
          "matches", .objects,
          "The best first. Objects with coordinate, kind, definition, and where there are some: description, deprecation, path, line.",
          isRequired: true), total, next,
        ToolParameter("project", .string, "The target whose schema was searched.", isRequired: true),
      ], AgentTools.findInSchema),
    AgentTool(
      "check_document", title: "Check GraphQL documents",
      description: """
        Checks a document exactly as the build does, and returns errors and warnings with places. Pass text to check a \
        document before it is written: errors that it causes in other documents are reported, too. With path alone, checks \
        that file; with neither, all documents.
        """,
      parameters: [text, path, project, limit, offset],
      result: [
        ToolParameter("isValid", .boolean, "Whether there is no error.", isRequired: true), diagnostics,
        total, next,
      ], AgentTools.checkDocument),
    AgentTool(
      "show_swift", title: "Show generated Swift",
      description: """
        Shows the Swift code that a document becomes, with the names and types to use in the app. Nothing is written. \
        Fails with the errors if the document is invalid.
        """,
      parameters: [
        text, path, project,
        ToolParameter(
          "schemaTypes", .boolean,
          "Show the enums, input objects and identifiers of the schema that the target's documents use, instead of the document's own types."
        ), ToolParameter("line", .integer(1...10_000_000), "The first line to show. By default 1."),
      ],
      result: [
        ToolParameter("swift", .string, "The lines.", isRequired: true),
        ToolParameter("line", .integer(1...Int.max), "The number of the first line.", isRequired: true),
        ToolParameter("totalLines", .integer(0...Int.max), "The number of all lines.", isRequired: true),
        ToolParameter(
          "nextLine", .integer(1...Int.max), "The first line that was cut off. Missing if none was."),
      ], AgentTools.showSwift),
    AgentTool(
      "explain_code", title: "Explain a diagnostic code",
      description:
        "Explains a diagnostic code, with an example and the fix. Without a code, lists all codes.",
      parameters: [
        ToolParameter("code", .string, "The code in brackets after a message, e.g. \"unknown-field\".")
      ],
      result: [
        ToolParameter(
          "codes", .objects,
          "Objects with code and title; with explanation, example and fix for a single code.",
          isRequired: true)
      ], AgentTools.explainCode),
    AgentTool(
      "list_schema_breaks", title: "List what a schema change breaks",
      description: """
        Compares a new schema with the one that documents were written for. Lists every place in a document that becomes \
        invalid, and every field and variable for which apps that are already installed would fail.
        """,
      parameters: [
        ToolParameter(
          "newSchema", .string,
          "The file of the new schema (SDL or introspection JSON). Or pass newSchemaText."),
        ToolParameter("newSchemaText", .string, "The new schema as SDL or introspection JSON."),
        ToolParameter("oldSchema", .string, "The file of the old schema. By default, the target's schema."),
        project, limit,
        offset,
      ],
      result: [diagnostics, total, next], AgentTools.listSchemaBreaks),
  ]
}
