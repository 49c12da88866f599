import Apus
import ApusClient
import Foundation

/// A transport that answers what a test tells it to, in order, and keeps what it was asked.
///
/// ```swift
/// let server = ScriptedTransport([.status(503), .json(#"{"data":{"hello":"world"}}"#)])
/// let client = GraphQLClient(url: url, transport: server)
/// …
/// #expect(server.requests.count == 2)
/// ```
public final class ScriptedTransport: GraphQLTransport {
  /// What to do about one request.
  public struct Step: Sendable {
    let body: @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse

    /// Answers as the closure does.
    public static func answer(
      _ body: @escaping @Sendable (GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse
    ) -> Step {
      Step(body: body)
    }

    /// Answers with a body.
    public static func json(
      _ text: String, status: Int = 200, type: String = "application/graphql-response+json"
    ) -> Step {
      answer { _ in
        GraphQLHTTPResponse(status: status, headers: ["Content-Type": type], body: Data(text.utf8))
      }
    }

    /// Answers with data, as a server would.
    public static func data(_ data: some GraphQLObject) -> Step {
      answer { _ in
        let body = Data("{\"data\":".utf8) + (try data.jsonData()) + Data("}".utf8)
        return GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "application/graphql-response+json"], body: body)
      }
    }

    /// Answers with errors.
    public static func errors(_ errors: GraphQLError...) -> Step {
      answer { _ in
        let values = try errors.map { try GraphQLValue(json: $0.json()) }
        let body = try GraphQLValue.object(["errors": .list(values)]).json()
        return GraphQLHTTPResponse(
          status: 200, headers: ["Content-Type": "application/graphql-response+json"], body: Data(body))
      }
    }

    /// Answers with a status and no GraphQL.
    public static func status(_ status: Int, headers: GraphQLHTTPHeaders = [:], body: String = "") -> Step {
      answer { _ in GraphQLHTTPResponse(status: status, headers: headers, body: Data(body.utf8)) }
    }

    /// Throws.
    public static func failure(_ error: any Error) -> Step { answer { _ in throw error } }

    /// Never answers; ends when the request is cancelled.
    public static var silence: Step {
      answer { _ in
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

  /// - Parameters:
  ///   - steps: one for each request.
  ///   - repeatsLast: whether the last one is for all further requests, too. Otherwise those fail.
  public init(_ steps: [Step], repeatsLast: Bool = false) {
    state = Locked(State(steps: steps))
    self.repeatsLast = repeatsLast
  }

  /// What was asked so far.
  public var requests: [GraphQLHTTPRequest] { state.withLock { $0.requests } }

  public func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    let step = state.withLock { state -> Step? in
      state.requests.append(request)
      defer { state.next += 1 }
      if state.next < state.steps.count { return state.steps[state.next] }
      return repeatsLast ? state.steps.last : nil
    }
    guard let step else {
      throw MissingAnswer(
        description: "the script has no answer to request \(requests.count), \(request.names); add a step")
    }
    return try await step.body(request)
  }
}

extension GraphQLHTTPRequest {
  /// The names of the operations, for people.
  var names: String { operations.map(\.name).joined(separator: ", ") }
}
