import ApusClient
import ApusPlatform

extension GraphQLRecordedResponses {
  /// The file with a subscription's events: `ReviewAdded.jsonl` has one response per line.
  fileprivate func file(for request: GraphQLSubscriptionRequest) throws -> URL {
    guard let operation = request.http.operations.first else {
      throw TestingError("a subscription without a name is not recorded")
    }
    return folder.appendingPathComponent("\(operation.name).jsonl")
  }
}

extension GraphQLRecordedResponses {
  /// Returns a transport whose subscriptions replay recorded events in order and then complete.
  ///
  /// ```swift
  /// let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
  /// let client = GraphQLClient(url: url, subscriptions: responses.replayingSubscriptions())
  /// for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.track.title) }
  /// ```
  /// The folder has one file per operation: `ReviewAdded.jsonl`.
  ///
  /// - Parameter pause: the time to wait before each event.
  public func replayingSubscriptions(pause: Duration = .zero) -> some GraphQLSubscriptionTransport {
    ReplayingSubscriptions(responses: self, pause: pause)
  }

  /// Returns a transport that forwards to another one and records the events. The folder is created if necessary, and existing files are overwritten.
  ///
  /// ```swift
  /// let responses = GraphQLRecordedResponses(folder: URL(fileURLWithPath: "Recorded"))
  /// let client = GraphQLClient(url: url, subscriptions: responses.recordingSubscriptions(GraphQLWebSocketTransport()))
  /// ```
  /// - Parameter transport: the transport that subscribes.
  public func recordingSubscriptions(
    _ transport: any GraphQLSubscriptionTransport
  ) -> some GraphQLSubscriptionTransport {
    RecordingSubscriptions(transport: transport, responses: self)
  }
}

private struct ReplayingSubscriptions: GraphQLSubscriptionTransport {
  let responses: GraphQLRecordedResponses
  let pause: Duration

  func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let file = try responses.file(for: request)
    guard let text = try? Data(contentsOf: file) else {
      throw TestingError(
        "there are no recorded events: \(responses.folder.path) has no \(file.lastPathComponent)"
      )
    }
    let lines = Locked(text.split(separator: UInt8(ascii: "\n"))[...])
    return GraphQLEvents { [pause] in
      try await Task.sleep(for: pause)
      return lines.withLock { $0.popFirst() }
    }
  }
}

private struct RecordingSubscriptions: GraphQLSubscriptionTransport {
  let transport: any GraphQLSubscriptionTransport
  let responses: GraphQLRecordedResponses

  var base: (any GraphQLSubscriptionTransport)? { transport }

  func events(for request: GraphQLSubscriptionRequest) async throws -> GraphQLEvents {
    let file = try responses.file(for: request)
    let events = try await transport.events(for: request)
    try FileManager.default.createDirectory(at: responses.folder, withIntermediateDirectories: true)
    let recording = try OpenFile(forWriting: file)
    return GraphQLEvents {
      guard let event = try await events.next() else { return nil }
      // A line feed in JSON can only be white space, so it can be replaced to keep each event on one line.
      let line = Data(
        event.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 })
      try recording.write(line + Data("\n".utf8))
      return event
    }
  }
}
