import ApusLoopback

/// The records as server-sent events.
///
/// Specification: <https://html.spec.whatwg.org/multipage/server-sent-events.html>.
struct InspectorEvents<Content: InspectorContent>: HTTPStream {
  let content: Content
  var cursor: InspectorCursor
  private var lastSent: Int?

  /// After this time, a comment shows that the connection lives. In milliseconds.
  private static var silence: Int { 15_000 }
  /// The pause in which changes are gathered.
  private static var pause: Int { 50 }
  private static var limit: Int { 200 }

  init(_ content: Content, after sequence: Int) {
    self.content = content
    cursor = InspectorCursor(sequence: sequence)
  }

  mutating func next(now: Int) -> HTTPStreamStep {
    let records = content.records(after: &cursor, limit: Self.limit)
    if !records.isEmpty {
      lastSent = now
      var bytes = Array("id: \(cursor.sequence)\ndata: [".utf8)
      bytes += records.joined(separator: Array(",".utf8))
      bytes += Array("]\n\n".utf8)
      return .send(bytes, pause: records.count < Self.limit ? Self.pause : 0)
    }
    if content.isOver { return .end(Array("event: end\ndata: {}\n\n".utf8)) }
    let quiet = now - (lastSent ?? now)
    if lastSent == nil || quiet >= Self.silence {
      lastSent = now
      return .send(Array(":\n\n".utf8))
    }
    return .wait(Self.silence - quiet)
  }
}
