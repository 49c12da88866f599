import ApusClient
import ApusPlatform

extension RecordedResponses {
  /// The file with a subscription's events: `ReviewAdded.jsonl` has one response per line.
  fileprivate func file(for request: GraphQLSubscriptionRequest) throws -> URL {
    guard let operation = request.http.operations.first else {
      throw MissingAnswer(description: "a subscription without a name is not recorded")
    }
    return folder.appendingPathComponent("\(operation.name).jsonl")
  }
}

/// A transport whose subscriptions replay recorded events in order and then complete.
///
/// ```swift
/// let responses = RecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
/// let client = GraphQLClient(url: url, subscriptions: ReplayingSubscriptions(responses))
/// for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.track.title) }
/// ```
public struct ReplayingSubscriptions: GraphQLSubscriptionTransport {
  private let responses: RecordedResponses
  private let pause: Duration

  /// - Parameters:
  ///   - responses: the folder with one file per operation: `ReviewAdded.jsonl`.
  ///   - pause: the time to wait before each event.
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

/// A transport that forwards to another one and records the events.
///
/// ```swift
/// let responses = RecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
/// let recording = RecordingSubscriptions(WebSocketTransport(), into: responses)
/// let client = GraphQLClient(url: url, subscriptions: recording)
/// ```
public struct RecordingSubscriptions: GraphQLSubscriptionTransport {
  private let transport: any GraphQLSubscriptionTransport
  private let responses: RecordedResponses

  /// - Parameters:
  ///   - transport: the transport that subscribes.
  ///   - responses: the folder to record into. It is created if necessary, and existing files are overwritten.
  public init(_ transport: any GraphQLSubscriptionTransport, into responses: RecordedResponses) {
    self.transport = transport
    self.responses = responses
  }

  public func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let file = try responses.file(for: request)
    let events = try await transport.events(for: request)
    try FileManager.default.createDirectory(at: responses.folder, withIntermediateDirectories: true)
    let recording = try OpenFile(forWriting: file)
    return GraphQLEvents {
      var iterator = events.makeAsyncIterator()
      guard let event = try await iterator.next() else { return nil }
      // A line feed in JSON can only be white space, so it can be replaced to keep each event on one line.
      let line = Data(
        event.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 })
      try recording.write(line + Data("\n".utf8))
      return event
    }
  }
}
