import ApusLoopback
import ApusSource

/// GraphQL over HTTP: responds to requests, and batches of requests.
///
/// See https://graphql.github.io/graphql-over-http/draft/, and for subscriptions the "distinct connections" mode of
/// https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md.
struct MockEndpoint: LoopbackService {
  let answers: MockAnswers

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    var answer = response(to: request)
    // Web apps under development are served from another port.
    answer.fields += ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: *"]
    if answer.status == 405 { answer.fields.append("Allow: GET, POST, OPTIONS") }
    return answer
  }

  private func response(to request: HTTPRequest) -> HTTPAnswer {
    switch request.method {
    case "OPTIONS": return HTTPAnswer(status: 204, contentType: "", body: "")
    case "POST", "QUERY": return post(request)
    case "GET", "HEAD": return get(request)
    default: return text(405, "This is a GraphQL server: send a POST request.")
    }
  }

  private func text(_ status: Int, _ message: String) -> HTTPAnswer {
    HTTPAnswer(status: status, contentType: "text/plain; charset=utf-8", body: message + "\n")
  }

  private func post(_ request: HTTPRequest) -> HTTPAnswer {
    let type = request.headers["content-type"]?.lowercased() ?? ""
    guard type.hasPrefix("application/json") || type.hasPrefix("application/graphql-response+json") else {
      return text(415, "The body of a request must be JSON. Send the header Content-Type: application/json.")
    }
    guard let root = try? JSONTree.parse(SourceFile(path: "request.json", bytes: request.body)).root else {
      return refusal(MockAnswers.error("The body of the request is not JSON."), request)
    }
    if let batch = root.elements { return answer(batch, request) }
    return answer(outcome(of: root), request)
  }

  /// Answers a request that is a JSON object.
  private func outcome(of root: JSONValue) -> MockAnswers.Answer {
    guard root.members != nil else {
      return .refused(MockAnswers.error("A request must be a JSON object, or a list of them."))
    }
    guard let query = root["query"]?.string else {
      if root["extensions"]?["persistedQuery"] != nil {
        return .refused(MockAnswers.error("PersistedQueryNotFound"))
      }
      return .refused(MockAnswers.error("The request lacks a \"query\" that is a string."))
    }
    let name = root["operationName"]
    if let name, !name.isNull, name.string == nil {
      return .refused(MockAnswers.error("The \"operationName\" of the request is not a string."))
    }
    if let onError = root["onError"], !onError.isNull, !Self.isBehavior(onError.string) {
      return Self.invalidBehavior
    }
    return outcome(query, name?.string, root["variables"].map { JSONOutput($0) })
  }

  /// Answers a batch of requests with a list of responses in the same order.
  private func answer(_ batch: [JSONValue], _ request: HTTPRequest) -> HTTPAnswer {
    if batch.isEmpty { return refusal(MockAnswers.error("The batch is empty."), request) }
    let responses = batch.map { root in
      switch outcome(of: root) {
      case .response(let response), .refused(let response): response.line
      case .events: MockAnswers.error("A batch cannot contain a subscription.").line
      }
    }
    let body = "[" + responses.joined(separator: ",") + "]"
    return HTTPAnswer(status: 200, contentType: contentType(request), body: body)
  }

  private func get(_ request: HTTPRequest) -> HTTPAnswer {
    let parameters = request.parameters
    guard let query = parameters["query"] else {
      return text(400, "This is a GraphQL server with generated data: send a POST request, or '?query='.")
    }
    var variables: JSONOutput?
    if let text = parameters["variables"] {
      guard let root = try? JSONTree.parse(SourceFile(path: "variables.json", text: text)).root else {
        return refusal(MockAnswers.error("The variables are not JSON."), request)
      }
      variables = JSONOutput(root)
    }
    if let onError = parameters["onError"], !Self.isBehavior(onError) {
      return answer(Self.invalidBehavior, request)
    }
    return answer(outcome(query, parameters["operationName"], variables), request)
  }

  /// Whether a request's `onError` is known. No field fails here, so nothing else depends on it.
  private static func isBehavior(_ onError: String?) -> Bool {
    ["NULL", "PROPAGATE", "HALT"].contains(onError)
  }

  private static var invalidBehavior: MockAnswers.Answer {
    .refused(MockAnswers.error("\"onError\" must be one of \"NULL\", \"PROPAGATE\", or \"HALT\"."))
  }

  private func outcome(_ query: String, _ operationName: String?, _ variables: JSONOutput?)
    -> MockAnswers.Answer
  {
    var given = JSONOutput.object([])
    switch variables {
    case nil, .null: break
    case .object: given = variables ?? given
    default: return .refused(MockAnswers.error("The \"variables\" of the request are not an object."))
    }
    let name = operationName.flatMap { $0.isEmpty ? nil : $0 }
    return answers.answer(query, operationName: name, variables: given)
  }

  private func answer(_ outcome: MockAnswers.Answer, _ request: HTTPRequest) -> HTTPAnswer {
    switch outcome {
    case .refused(let response): return refusal(response, request)
    case .response(let response):
      if isStream(request) { return stream([response]) }
      return HTTPAnswer(status: 200, contentType: contentType(request), body: response.line)
    case .events(let responses):
      if request.accepts("text/event-stream") { return stream(responses) }
      return text(
        406, "A subscription is sent as an event stream. Send the header Accept: text/event-stream.")
    }
  }

  /// Whether the client accepts only event streams.
  private func isStream(_ request: HTTPRequest) -> Bool {
    request.accepts("text/event-stream") && !request.accepts("json") && !request.accepts("*/*")
  }

  private func stream(_ responses: [JSONOutput]) -> HTTPAnswer {
    HTTPAnswer(
      contentType: "text/event-stream; charset=utf-8",
      stream: PacedEvents(
        events: responses.map { "event: next\ndata: \($0.line)\n\n" } + ["event: complete\ndata:\n\n"],
        pause: answers.options.pause))
  }

  /// A request error. Only clients that know the new content type get a status other than 200.
  private func refusal(_ response: JSONOutput, _ request: HTTPRequest) -> HTTPAnswer {
    if isStream(request) { return stream([response]) }
    let isNew = request.accepts("application/graphql-response+json")
    return HTTPAnswer(status: isNew ? 400 : 200, contentType: contentType(request), body: response.line)
  }

  private func contentType(_ request: HTTPRequest) -> String {
    request.accepts("application/graphql-response+json")
      ? "application/graphql-response+json; charset=utf-8" : "application/json; charset=utf-8"
  }
}
