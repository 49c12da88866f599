import ApusLoopback

/// Events that are sent one by one, each after a pause.
struct PacedEvents: HTTPStream {
  private(set) var events: [String]
  /// In milliseconds.
  let pause: Int

  mutating func next(now _: Int) -> HTTPStreamStep {
    if events.isEmpty { return .end([]) }
    let event = events.removeFirst()
    // A stream ends with its last event, which is sent with the one before.
    if events.count == 1 { return .end(Array((event + events.removeFirst()).utf8)) }
    return events.isEmpty ? .end(Array(event.utf8)) : .send(Array(event.utf8), pause: pause)
  }
}
