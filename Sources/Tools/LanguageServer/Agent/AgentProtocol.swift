import ApusDriver
import ApusSource

/// The methods of the Model Context Protocol, in all revisions that the server speaks.
///
/// See [the specification](https://modelcontextprotocol.io/specification/2026-07-28).
enum AgentProtocol {
  /// The revisions that the server speaks, the newest first, and how their requests and results are formed.
  private static let revisions: [(name: String, era: Era)] = [
    ("2026-07-28", .stateless), ("2025-11-25", .withHandshake), ("2025-06-18", .withHandshake),
    ("2025-03-26", .withHandshake), ("2024-11-05", .withHandshake),
  ]

  private static var supported: JSONOutput { .strings(revisions.map(\.name)) }

  private static let versionKey: StaticString = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey: StaticString = "io.modelcontextprotocol/clientCapabilities"

  /// How requests and results are formed.
  enum Era {
    /// A session begins with `initialize`.
    case withHandshake
    /// Each request names its revision.
    case stateless

    /// The era of the revision that a request names. A request that names none belongs to a session with a handshake.
    ///
    /// - Throws: ``ResponseError`` if the server does not support the revision, or if the request lacks what the revision requires.
    init(of parameters: JSONValue?) throws(ResponseError) {
      guard let version = parameters?["_meta"]?[versionKey] else {
        self = .withHandshake
        return
      }
      let requested = version.string ?? ""
      guard let era = AgentProtocol.revisions.first(where: { $0.name == requested })?.era else {
        throw ResponseError(
          .unsupportedVersion, "Revision \"\(requested)\" is not supported.",
          data: ["supported": AgentProtocol.supported, "requested": .string(requested)])
      }
      self = era
      guard era == .withHandshake || parameters?["_meta"]?[capabilitiesKey]?.kind == .object else {
        throw ResponseError(
          .invalidParameters, "\"_meta\" lacks the object \"io.modelcontextprotocol/clientCapabilities\".")
      }
    }
  }

  typealias Members = [(name: String, value: JSONOutput)]

  /// The result of a request.
  static func result(
    of method: String, _ parameters: JSONValue?, _ era: Era, _ tools: AgentTools
  ) throws(ResponseError) -> Members {
    switch (method, era) {
    case ("initialize", .withHandshake): try initialize(parameters)
    case ("ping", .withHandshake): []
    case ("server/discover", .stateless):
      complete([("supportedVersions", supported)] + description, isCacheable: true)
    case ("tools/list", .withHandshake): try list(parameters)
    case ("tools/list", .stateless): complete(try list(parameters), isCacheable: true)
    case ("tools/call", .withHandshake): try call(parameters, tools)
    case ("tools/call", .stateless): complete(try call(parameters, tools))
    default: throw ResponseError(.methodNotFound, "There is no method \"\(method)\".")
    }
  }

  /// Adds the members that every result of the stateless revision has.
  private static func complete(_ members: Members, isCacheable: Bool = false) -> Members {
    let hints: Members = isCacheable ? [("ttlMs", .number(3_600_000)), ("cacheScope", "public")] : []
    return [("resultType", "complete")] + members + hints
      + [("_meta", ["io.modelcontextprotocol/serverInfo": serverInfo])]
  }

  private static var serverInfo: JSONOutput {
    ["name": "apus-language-server", "title": "Apus, GraphQL for Swift", "version": .string(Version.current)]
  }

  private static var description: Members {
    [("capabilities", ["tools": .object([])]), ("instructions", .string(AgentTools.instructions))]
  }

  private static func initialize(_ parameters: JSONValue?) throws(ResponseError) -> Members {
    guard let version = parameters?["protocolVersion"]?.string else {
      throw ResponseError(.invalidParameters, "\"protocolVersion\" is missing or is not a string.")
    }
    let names = revisions.filter { $0.era == .withHandshake }.map(\.name)
    let chosen = names.contains(version) ? version : names[0]
    return [("protocolVersion", .string(chosen)), ("serverInfo", serverInfo)] + description
  }

  private static func list(_ parameters: JSONValue?) throws(ResponseError) -> Members {
    // All tools are on the first page, so the server never gives a cursor.
    if let cursor = parameters?["cursor"], !cursor.isNull {
      throw ResponseError(.invalidParameters, "There is no page at this \"cursor\".")
    }
    return [("tools", .array(AgentTool.all.map(\.definition)))]
  }

  private static func call(_ parameters: JSONValue?, _ tools: AgentTools) throws(ResponseError) -> Members {
    guard let name = parameters?["name"]?.string else {
      throw ResponseError(.invalidParameters, "\"name\" is missing or is not a string.")
    }
    guard let tool = AgentTool.all.first(where: { $0.name == name }) else {
      throw ResponseError(
        .invalidParameters,
        "Unknown tool: \(name).\(Suggestions.didYouMean(name, among: AgentTool.all.map(\.name)))")
    }
    do throws(ToolError) {
      let arguments = try ToolArguments(parameters?["arguments"], of: tool)
      let answer = try tool.run(tools, arguments)
      return [
        ("content", [["type": "text", "text": .string(answer.text)]]),
        ("structuredContent", .object(answer.members)), ("isError", .boolean(false)),
      ]
    } catch {
      // The agent reads the text and can correct the arguments; clients may hide errors of the protocol from it.
      return [
        ("content", [["type": "text", "text": .string(error.message)]]), ("isError", .boolean(true)),
      ]
    }
  }
}
