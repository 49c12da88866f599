import ApusLoopback

/// The routes of the inspector's page. Requests without the token get status 404.
struct InspectorService<Content: InspectorContent>: LoopbackService {
  let content: Content
  let token: String

  private static var fields: [String] {
    [
      "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin",
    ]
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    // A page elsewhere may give a name of its own to this address.
    guard Self.isLoopback(request.headers["host"] ?? "") else { return empty(421) }
    guard let route = route(request.path) else { return empty(404) }
    guard request.method == "GET" || request.method == "HEAD" else {
      var answer = empty(405)
      answer.fields.append("Allow: GET, HEAD")
      return answer
    }
    switch route {
    case "": return page()
    case "events":
      let after = request.headers["last-event-id"] ?? request.parameters["after"]
      return HTTPAnswer(
        contentType: "text/event-stream; charset=utf-8", fields: Self.fields,
        stream: InspectorEvents(content, after: after.flatMap { Int($0) } ?? 0))
    default: return answer(route, request.parameters)
    }
  }

  private func empty(_ status: Int) -> HTTPAnswer {
    HTTPAnswer(status: status, contentType: "text/plain", fields: Self.fields, body: "")
  }

  private func page() -> HTTPAnswer {
    let nonce = RandomToken.make()
    return HTTPAnswer(
      status: 200, contentType: "text/html; charset=utf-8",
      fields: Self.fields + ["Content-Security-Policy: \(InspectorPage.policy(nonce: nonce))"],
      body: InspectorPage.html(nonce: nonce))
  }

  private func answer(_ route: Substring, _ parameters: [String: String]) -> HTTPAnswer {
    let json = "application/json; charset=utf-8"
    switch content.answer(route, parameters) {
    case .json(let bytes):
      return HTTPAnswer(status: 200, contentType: json, fields: Self.fields, body: bytes)
    case .file(let bytes, let name):
      return HTTPAnswer(
        status: 200, contentType: "application/jsonl; charset=utf-8",
        fields: Self.fields + ["Content-Disposition: attachment; filename=\"\(name)\""], body: bytes)
    case .missing(let reason):
      return HTTPAnswer(
        status: 404, contentType: json, fields: Self.fields,
        body: JSONText.object { $0.member("error", reason) })
    }
  }

  private static func isLoopback(_ host: String) -> Bool {
    let name = host.prefix { $0 != ":" }
    return name == "127.0.0.1" || name == "localhost"
  }

  /// The part of a path after the token; nil for another token.
  private func route(_ path: Substring) -> Substring? {
    guard path.first == "/" else { return nil }
    let parts = path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, RandomToken.areEqual(parts[0], token[...]) else { return nil }
    return parts[1]
  }
}
