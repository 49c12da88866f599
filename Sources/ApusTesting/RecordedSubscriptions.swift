import ApusClient
import Foundation

extension RecordedResponses {
  /// The file with the events of a subscription: `ReviewAdded.jsonl` has a response in each line.
  fileprivate func file(for request: GraphQLSubscriptionRequest) throws -> URL {
    guard let operation = request.http.operations.first else {
      throw MissingAnswer(description: "a subscription without a name is not recorded")
    }
    return folder.appendingPathComponent("\(operation.name).jsonl")
  }
}

/// A transport whose subscriptions answer with recorded events, one after the other, and are completed then.
public struct ReplayingSubscriptions: GraphQLSubscriptionTransport {
  private let responses: RecordedResponses
  private let pause: Duration

  /// - Parameters:
  ///   - responses: the folder with a file for each operation: `ReviewAdded.jsonl`.
  ///   - pause: how long to wait before each event.
  public init(_ responses: RecordedResponses, pause: Duration = .zero) {
    self.responses = responses
    self.pause = pause
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let file = try responses.file(for: request)
    guard let text = try? Data(contentsOf: file) else {
      throw MissingAnswer(
        description: "there are no recorded events: \(responses.folder.path) has no \(file.lastPathComponent)"
      )
    }
    let lines = Locked(text.split(separator: UInt8(ascii: "\n"))[...])
    return GraphQLEvents { [pause] in
      try await Task.sleep(for: pause)
      return lines.withLock { $0.popFirst() }
    }
  }
}

/// A transport that lets another one subscribe, and records the events.
public struct RecordingSubscriptions: GraphQLSubscriptionTransport {
  private let transport: any GraphQLSubscriptionTransport
  private let responses: RecordedResponses

  /// - Parameters:
  ///   - transport: what subscribes.
  ///   - responses: where to record; the folder is made when it is not there, and a file that is there is begun anew.
  public init(_ transport: any GraphQLSubscriptionTransport, into responses: RecordedResponses) {
    self.transport = transport
    self.responses = responses
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let file = try responses.file(for: request)
    let events = try await transport.events(for: request)
    try FileManager.default.createDirectory(at: responses.folder, withIntermediateDirectories: true)
    try Data().write(to: file)
    let handle = Locked(try FileHandle(forWritingTo: file))
    return GraphQLEvents {
      var iterator = events.makeAsyncIterator()
      guard let event = try await iterator.next() else {
        try handle.withLock { try $0.close() }
        return nil
      }
      // A line feed within JSON is white space: in a line of its own an event has none.
      let line = Data(
        event.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 })
      try handle.withLock { try $0.write(contentsOf: line + Data("\n".utf8)) }
      return event
    }
  }
}
