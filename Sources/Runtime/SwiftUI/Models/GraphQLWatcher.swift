public import Apus
import ApusCache
public import ApusClient

/// A query that stays up to date, for view models, UIKit, AppKit, widgets and intents. Without a cache it fetches, with one it watches.
///
/// ```swift
/// let watcher = await GraphQLWatcher(AlbumQuery(id: "a1"), client: client)
/// print(await watcher.state.data?.album?.title ?? "no title")
/// ```
/// It is an `ObservableObject`, and from iOS 17 and macOS 14 on `Observable`: a view that has read ``state`` is updated when it
/// changes. The first ``state`` already shows data that is in memory. It ends when it is released.
@MainActor
public final class GraphQLWatcher<Query: GraphQLQuery>: _GraphQLViewModel {
  private let policy: GraphQLFetchPolicy
  private var current: Query
  private var owner: SourceOwner<Query.Data>?
  private var shown = GraphQLUpdate<Query.Data>(data: nil)
  /// Whether the last request ended without data, so that the next start sends it again.
  private var isAnswerDue = false

  /// Starts immediately.
  ///
  /// - Parameters:
  ///   - query: the query with its variables.
  ///   - client: the client that fetches; with a cache, the query is watched.
  ///   - policy: where the first data comes from, if the client has a cache.
  public init(_ query: Query, client: GraphQLClient, policy: GraphQLFetchPolicy = .cacheFirst) {
    current = query
    self.policy = policy
    super.init(client: client)
    start()
  }

  /// Starts when a view sets a client.
  nonisolated init(_ query: Query, policy: GraphQLFetchPolicy) {
    current = query
    self.policy = policy
    super.init(client: nil)
  }

  /// The state to show.
  public var state: GraphQLState<Query.Data> {
    noteRead()
    return GraphQLState(shown)
  }

  /// Whether a request is running, even if older data is shown.
  public var isFetching: Bool {
    noteRead()
    return shown.isFetching
  }

  /// The query. Setting another one cancels the old request, and drops its late response. An
  /// equal one does nothing.
  public var query: Query {
    get {
      noteRead()
      return current
    }
    set {
      if newValue == current { return }
      change { current = newValue }
      if owner != nil {
        restart()
      } else {
        isAnswerDue = false
        show(GraphQLUpdate(data: nil))
      }
    }
  }

  /// Sends the query again, and waits until ``state`` has the response or the error. A running request is cancelled
  /// first. If the task is cancelled, the wait ends, but the request continues.
  public func reload() async {
    start()
    // The source is not retained while waiting, so that ``stop()`` ends its request.
    let completion = owner?.source.refetch()
    await completion?.wait()
  }

  /// Continues after ``stop()``. Existing data is not requested again; a cache is read again, and if it was cleared, the data is dropped.
  public override func start() {
    guard owner == nil, let client else { return }
    var last = shown
    last.error = nil
    show(last)
    let owner = client.viewSource(
      of: current, policy: policy, isLoaded: shown.data != nil && !isAnswerDue, epoch: shown.epoch)
    self.owner = owner
    isAnswerDue = false
    let identity = ObjectIdentifier(owner)
    begin(owner) { [weak self] in self?.receive(from: identity) }
    receive(from: identity)
  }

  /// Ends the request and the watch, and keeps the data.
  public func stop() {
    guard owner != nil else { return }
    isAnswerDue = shown.isFetching || shown.error != nil
    owner = nil
    var last = shown
    last.isFetching = false
    show(last)
  }

  override func restart() {
    owner = nil
    isAnswerDue = false
    let old = shown
    shown = GraphQLUpdate(data: nil)
    start()
    if owner == nil || !old.looksLike(shown) { change {} }
  }

  private func receive(from identity: ObjectIdentifier) {
    guard let owner, ObjectIdentifier(owner) == identity, let update = owner.source.take() else { return }
    show(update.keepingData(of: shown))
  }

  private func show(_ update: GraphQLUpdate<Query.Data>) {
    // A view sees nothing of the epoch.
    if update.looksLike(shown) { return shown = update }
    change { shown = update }
  }
}
