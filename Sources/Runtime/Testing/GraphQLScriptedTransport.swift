import Apus
import ApusClient
import ApusPlatform

/// A transport that follows a script and records requests.
///
/// ```swift
/// let server = GraphQLScriptedTransport([.status(503), .json(#"{"data":{"hello":"world"}}"#)])
/// let client = GraphQLClient(url: url, transport: server)
/// …
/// #expect(server.requests.map(\.operationName) == ["Home", "Home"])
/// ```
public final class GraphQLScriptedTransport: GraphQLTransport {
  /// The reaction to one request.
  ///
  /// ```swift
  /// let server = GraphQLScriptedTransport([
  ///   .status(503),
  ///   .data(AlbumQuery.Data(album: nil)),
  /// ])
  /// ```
  public struct Step: Sendable {
    let body: @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse

    /// Responds with the result of a closure.
    public static func perform(
      _ body: @escaping @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
    ) -> Step {
      Step(body: body)
    }

    /// Responds with a body.
    public static func json(
      _ text: String, status: Int = 200, type: String = "application/graphql-response+json"
    ) -> Step {
      perform { _ in
        GraphQLHTTPResponse(status: status, headers: ["Content-Type": type], body: Data(text.utf8))
      }
    }

    /// Responds in several parts, as a server does for an operation with `@defer` or `@stream`.
    ///
    /// ```swift
    /// let deferring = GraphQLScriptedTransport.Step.parts(
    ///   #"{"data":{"album":{"id":"1"}},"pending":[{"id":"0","path":["album"],"label":"Card"}],"hasNext":true}"#,
    ///   #"{"incremental":[{"id":"0","data":{"title":"T"}}],"completed":[{"id":"0"}],"hasNext":false}"#)
    /// ```
    /// - Parameter payloads: the payloads as JSON, in either of the two formats. The first has `data`; the last must
    ///   not have `"hasNext":true`.
    public static func parts(_ payloads: String...) -> Step {
      let part = "\r\n---\r\nContent-Type: application/json\r\n\r\n"
      let body = payloads.map { part + $0 }.joined() + "\r\n-----\r\n"
      return perform { _ in
        GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "multipart/mixed;boundary=\"-\""], body: Data(body.utf8))
      }
    }

    /// Responds with data, as a server would.
    ///
    /// - Parameters:
    ///   - data: the data of the requested operation; failed fields are null.
    ///   - errors: the errors to send with the data.
    ///   - extensions: the response's `extensions`.
    public static func data(
      _ data: some GraphQLObject, errors: [GraphQLError] = [], extensions: GraphQLValue? = nil
    ) -> Step {
      response(ServerResponse(data: data, errors: errors, extensions: extensions))
    }

    /// Responds with errors and no data.
    ///
    /// ```swift
    /// let server = GraphQLScriptedTransport([
    ///   .errors(GraphQLError(message: "Sign in first", extensions: ["code": "UNAUTHENTICATED"])),
    /// ])
    /// ```
    public static func errors(_ errors: GraphQLError...) -> Step {
      // There is no data, so its type does not matter.
      response(ServerResponse<GraphQLError>(data: nil, errors: errors, extensions: nil))
    }

    private static func response<Data>(_ response: ServerResponse<Data>) -> Step {
      perform { _ in GraphQLHTTPResponse(graphQL: try response.jsonData()) }
    }

    /// Responds with a status and a body that is not GraphQL.
    public static func status(_ status: Int, headers: GraphQLHTTPHeaders = [:], body: String = "") -> Step {
      perform { _ in GraphQLHTTPResponse(status: status, headers: headers, body: Data(body.utf8)) }
    }

    /// Throws an error.
    public static func failure(_ error: any Error) -> Step { perform { _ in throw error } }

    /// Never responds. Ends when the request is cancelled.
    public static var silence: Step {
      perform { _ in
        while true { try await Task.sleep(for: .seconds(3600)) }
      }
    }
  }

  private struct State {
    var steps: [Step]
    var next = 0
    var requests: [GraphQLHTTPRequest] = []
  }

  private let state: Locked<State>
  private let repeatsLast: Bool

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - steps: one for each request.
  ///   - repeatsLast: whether the last step also applies to all further requests. Otherwise they fail.
  public init(_ steps: [Step], repeatsLast: Bool = false) {
    state = Locked(State(steps: steps))
    self.repeatsLast = repeatsLast
  }

  /// The requests received so far.
  ///
  /// ```swift
  /// let server = GraphQLScriptedTransport([.data(AlbumQuery.Data(album: nil))])
  /// _ = try await GraphQLClient(url: url, transport: server).fetch(AlbumQuery(id: "a1"))
  /// print(server.requests.first?.operation(AlbumQuery.self)?.id ?? "")  // a1
  /// ```
  public var requests: [GraphQLHTTPRequest] { state.withLock { $0.requests } }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let step = state.withLock { state -> Step? in
      state.requests.append(request)
      defer { state.next += 1 }
      if state.next < state.steps.count { return state.steps[state.next] }
      return repeatsLast ? state.steps.last : nil
    }
    guard let step else {
      throw TestingError(
        "the script has no response for request \(requests.count), \(request.names); add a step")
    }
    return try await step.body(request)
  }
}

extension GraphQLHTTPRequest {
  /// The names of the operations, for messages.
  var names: String { operations.map(\.name).joined(separator: ", ") }
}
