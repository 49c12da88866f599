/// The values that a client receives one after the other: events of a subscription, states of an incremental response, or pages.
///
/// ```swift
/// for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.position) }
/// ```
/// Nothing is sent before a loop requests the first value, and each loop sends its own request. Leaving the loop, or cancelling its task, ends the
/// request. After an error, a subscription or an incremental response has ended; a list of pages requests the failed page again.
public struct GraphQLSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// Returns the next value; nil at the end.
  typealias Next = () async throws -> Element?

  private let makeNext: @Sendable () -> Next

  /// - Parameter makeNext: begins a loop, and returns the closure that it calls. When the loop ends, it releases the closure.
  init(_ makeNext: @escaping @Sendable () -> Next) { self.makeNext = makeNext }

  public func makeAsyncIterator() -> _Iterator { _Iterator(nextElement: makeNext()) }

  /// Iterates over the values.
  public struct _Iterator: AsyncIteratorProtocol {
    fileprivate let nextElement: Next

    public mutating func next() async throws -> Element? { try await nextElement() }
  }
}
