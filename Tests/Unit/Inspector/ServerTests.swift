import Apus
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures
import TestSupport
import Testing

@testable import ApusInspector

/// The page's server.
@Suite(.timeLimit(.minutes(15))) struct ServerTests {
  /// Calls `body` with the page's URL, and ends the server.
  private func serving(
    _ scene: Scene, _ body: (URL) async throws -> Void
  ) async throws {
    let (urls, continuation) = AsyncStream<URL>.makeStream()
    let task = Task { try await scene.inspector.serve { continuation.yield($0) } }
    var iterator = urls.makeAsyncIterator()
    let url = try #require(await iterator.next())
    do {
      try await body(url)
    } catch {
      task.cancel()
      throw error
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private static let transport = GraphQLClient(url: URL(fileURLWithPath: "/")).transport

  private func get(
    _ url: URL, _ headers: GraphQLHTTPHeaders = [:], method: GraphQLHTTPRequest.Method = .get
  ) async throws -> GraphQLHTTPResponse {
    try await Self.transport.send(GraphQLHTTPRequest(method: method, url: url, headers: headers))
  }

  private func url(_ page: URL, _ rest: String) throws -> URL {
    try #require(URL(string: page.absoluteString + rest))
  }

  @Test func `the page and its routes`() async throws {
    let scene = Scene([note("1", "a")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    try await serving(scene) { page in
      #expect(page.host == "127.0.0.1")
      let html = try await get(page)
      #expect(html.status == 200 && html.headers["Content-Type"] == "text/html; charset=utf-8")
      let text = String(decoding: html.body, as: UTF8.self)
      let policy = try #require(html.headers["Content-Security-Policy"])
      let nonce = try #require(text.split(separator: "nonce=\"").dropFirst().first?.prefix { $0 != "\"" })
      #expect(policy.hasPrefix("default-src 'none'") && policy.contains("script-src 'nonce-\(nonce)'"))
      #expect(html.headers["Access-Control-Allow-Origin"] == nil)
      let table = try await get(url(page, "cache?search=note%3A1&limit=1"))
      #expect(try GraphQLValue(json: table.body)["objects"][0]["key"] == "Note:1")
      #expect(try await get(url(page, "object?key=x")).status == 404)
      let file = try await get(url(page, "recording?values=kept"))
      #expect(file.headers["Content-Disposition"] == "attachment; filename=\"recording.jsonl\"")
      #expect(
        String(decoding: file.body, as: UTF8.self)
          == scene.inspector.recording(keepsValues: true).lines.map { $0 + "\n" }.joined())
    }
  }

  @Test func `only who knows the token and names this machine gets an answer`() async throws {
    try await serving(Scene([])) { page in
      let origin = try #require(page.absoluteString.split(separator: "/").dropFirst().first)
      let token = page.absoluteString.split(separator: "/").last ?? ""
      #expect(token.count == 32)
      let other = String(token.reversed())
      for path in ["/", "/\(other)/", "/\(token)", "/\(token)x/", "//", "/\(other)/events"] {
        let url = try #require(URL(string: "http://\(origin)\(path)"))
        let response = try await get(url)
        #expect(response.status == 404 && response.body.isEmpty)
      }
      #expect(try await get(page, ["Host": "evil.example"]).status == 421)
      #expect(try await get(page, ["Host": "localhost:1"]).status == 200)
      #expect(try await get(page, method: .post).status == 405)
    }
  }

  @Test func `events are streamed, and resumed`() async throws {
    let scene = Scene([note("1", "a"), note("2", "b")])
    _ = try await scene.client.fetch(NoteQuery(id: "1"))
    try await serving(scene) { page in
      var first = try await Events(page, after: nil)
      let before = try await first.next(3)
      #expect(before.map { $0["type"] } == ["session", "write", "operation"])
      #expect(before[0]["cache"] == true && before[0]["mode"] == "live")
      let last = try #require(before.last?["seq"].int)
      _ = try await scene.client.fetch(NoteQuery(id: "2"))
      // The operation may be seen before its end, too.
      var more: [GraphQLValue] = []
      while more.last?["state"] != "done" { more += try await first.next(1) }
      var second = try await Events(page, after: last)
      let resumed = try await second.next(3)
      #expect(resumed.map { $0["type"] } == ["session", "write", "operation"])
      #expect(resumed[2]["id"] == more.last?["id"])
    }
  }

  @Test func `closing the inspector ends its pages`() async throws {
    let scene = Scene([])
    let (urls, continuation) = AsyncStream<URL>.makeStream()
    let task = Task { try await scene.inspector.serve { continuation.yield($0) } }
    var iterator = urls.makeAsyncIterator()
    let page = try #require(await iterator.next())
    var events = try await Events(page, after: nil)
    _ = try await events.next(1)
    scene.inspector.close()
    try await task.value
    #expect(try await events.rest().hasSuffix("event: end\ndata: {}\n\n"))
    try await scene.inspector.serve { _ in Issue.record("A closed inspector serves no page.") }
  }

  @Test func `a cancelled task serves no page`() async {
    let scene = Scene([])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await scene.inspector.serve { _ in Issue.record("Nothing would answer at this address.") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a page that waited for changes is released with its inspector`() async throws {
    weak var inspection: Inspection?
    do {
      let scene = Scene([])
      inspection = scene.inspector.inspection
      try await serving(scene) { page in
        var events = try await Events(page, after: nil)
        _ = try await events.next(1)
        // The stream waits after its pause.
        try await Task.sleep(for: .milliseconds(300))
      }
    }
    try await eventually("the inspection is released") { inspection == nil }
  }

  @Test func `a port in use is an error`() async throws {
    let scene = Scene([])
    try await serving(scene) { page in
      let port = try #require(page.port)
      await #expect { try await scene.inspector.serve(port: port) } throws: {
        "\($0)".contains("cannot listen on port \(port)")
      }
    }
  }

  @Test func `a page that is closed leaves nothing behind`() async throws {
    let scene = Scene([])
    try await serving(scene) { page in
      for _ in 0..<200 {
        var events = try await Events(page, after: nil)
        _ = try await events.next(1)
      }
      // More than the server's connections.
      #expect(try await get(page).status == 200)
    }
  }
}

/// A page's stream of records.
private struct Events {
  private let stream: GraphQLHTTPStream
  private var iterator: GraphQLHTTPStream.AsyncIterator
  private var buffer = ""
  private var records: [GraphQLValue] = []

  init(_ page: URL, after: Int?) async throws {
    let transport = try #require(
      GraphQLClient(url: page).transport as? any GraphQLStreamingTransport)
    let url = try #require(URL(string: page.absoluteString + "events"))
    var request = GraphQLHTTPRequest(method: .get, url: url)
    request.headers["Last-Event-ID"] = after.map { "\($0)" }
    stream = try await transport.stream(request)
    iterator = stream.makeAsyncIterator()
  }

  /// The next records.
  mutating func next(_ count: Int) async throws -> [GraphQLValue] {
    while records.count < count {
      guard let piece = try await iterator.next() else { break }
      buffer += String(decoding: piece, as: UTF8.self)
      while let end = buffer.range(of: "\n\n") {
        let message = buffer[..<end.lowerBound]
        for line in message.split(separator: "\n") where line.hasPrefix("data: [") {
          records += try GraphQLValue(json: String(line.dropFirst(6))).list ?? []
        }
        buffer = String(buffer[end.upperBound...])
      }
    }
    defer { records.removeFirst(min(count, records.count)) }
    return Array(records.prefix(count))
  }

  /// The text until the end.
  mutating func rest() async throws -> String {
    while let piece = try await iterator.next() { buffer += String(decoding: piece, as: UTF8.self) }
    return buffer
  }
}
