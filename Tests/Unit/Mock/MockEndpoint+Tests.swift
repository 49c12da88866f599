import ApusLoopback
import ApusSource

@testable import ApusMock

extension MockEndpoint {
  /// A schema with a field to query and one to subscribe to, which sends two events.
  static func ofTwoFields() -> MockEndpoint {
    let sources = [
      SourceFile(path: "schema.graphqls", text: "type Query { a: Int! } type Subscription { a: Int! }")
    ]
    var options = MockOptions()
    options.eventCount = 2
    return MockEndpoint(answers: MockAnswers(sources, MockSchema(sources), MockExamples(), options))
  }
}

extension HTTPAnswer {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The events that it consists of.
  var events: [String] { (stream as? PacedEvents)?.events ?? [] }
}
