import Apus
import ApusPlatform

/// The state of a watch, which its lock guards.
struct WatchState<Data: GraphQLObject> {
  /// Data that was not taken yet.
  struct Incoming {
    /// Text from the cache, not decoded yet.
    var json: [UInt8]?
    /// The data of a response, in case it cannot be read back from the cache.
    var direct: Data?
  }

  var number: Int?
  private var incoming: Incoming?
  /// The commit that the newest text is of: older text, which another thread read, does not replace it.
  private var commit = 0
  var update = GraphQLUpdate<Data>(data: nil)
  /// The update delivered last.
  private var given: GraphQLUpdate<Data>?
  /// Whether an update is waiting to be delivered.
  var isNew = false
  /// Whether changes in the cache are held back until the request ends that caused them.
  var isHeld = false
  var isStarted = false
  /// Whether the query was to be sent again before the cache was loaded.
  var isRefetchDue = false
  var isOver = false
  /// Whether the watch has lost its reader. Then it stops sending requests.
  var isEnded = false
  /// The misses for which the query was sent again: each causes that only once.
  var causes: Set<String> = []
  /// Fires when the data becomes stale.
  var timer: Task<Void, Never>?
  var waiter: CheckedContinuation<Void, Never>?
  /// Called on changes, if a view watches.
  var onChange: (@Sendable () -> Void)?
  /// The newest request and its number; responses to older ones are ignored.
  var task: Task<Void, Never>?
  var request = 0
  /// Finished when no request is in flight; nil if nobody waits for that.
  var completion: Completion?

  /// Takes text from the cache, unless newer text has arrived.
  ///
  /// - Returns: whether it was taken.
  mutating func take(_ text: WatchedText) -> Bool {
    if text.commit < commit { return false }
    commit = text.commit
    incoming = Incoming(json: text.json)
    return true
  }

  /// Takes what was read after a response, unless newer text has arrived, or else the response's own data.
  mutating func take(_ result: ReadResult?, orElse direct: Data?) {
    if let result, result.commit < commit { return }
    if let result, let json = result.text {
      commit = result.commit
      incoming = Incoming(json: json, direct: direct)
    } else if let direct {
      incoming = Incoming(direct: direct)
    }
  }

  /// Whether data has arrived that may be shown.
  var hasIncoming: Bool { incoming != nil && !isHeld }

  /// Takes the data to decode, and the epoch that it belongs to; nil if there is nothing to deliver.
  mutating func takeIncoming() -> (incoming: Incoming?, epoch: (any AnyObject & Sendable)?)? {
    // A commit may arrive before the start has set the epoch.
    guard isNew, update.epoch != nil || isOver else { return nil }
    isNew = false
    if isHeld { return (nil, update.epoch) }
    defer { incoming = nil }
    return (incoming, update.epoch)
  }

  /// Sets the data, and returns the update to deliver; nil if it looks like the last one.
  mutating func give(_ data: Data?) -> GraphQLUpdate<Data>? {
    if let data { update.data = data }
    // A view learns that there is no data, and of a new epoch; a loop that has shown nothing waits.
    let last = onChange == nil ? given ?? GraphQLUpdate(data: nil) : given
    if let last, last.error == nil, update.error == nil, last.isFetching == update.isFetching,
      last.data == update.data, onChange == nil || last.epoch === update.epoch
    {
      return nil
    }
    given = update
    return update
  }

  /// Forgets all data, which may be another user's by now, and the error of the last request.
  mutating func clear(_ generation: CacheGeneration) {
    incoming = nil
    causes = []
    update.data = nil
    update.error = nil
    update.epoch = generation
    isNew = true
  }

  /// Returns a closure that tells the loop or the view of a change. It must be called without the lock.
  mutating func takeCall() -> () -> Void {
    let (waiter, onChange) = (waiter, onChange)
    self.waiter = nil
    return {
      waiter?.resume()
      onChange?()
    }
  }
}
