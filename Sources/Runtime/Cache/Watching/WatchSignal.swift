/// The result of a read.
struct ReadResult {
  /// The JSON; nil if anything is missing.
  var text: [UInt8]?
  /// The incomplete JSON, if it was requested and something is missing.
  var partialText: [UInt8]?
  /// The first object and field that were missing.
  var firstMiss: String?
  /// Whether something reads as null because its object was deleted.
  var hasDeleted: Bool
  var age: ReadAge
  var dependencies: Dependencies
  /// The commit that was read.
  var commit: Int

  /// Identifies the text; nil if anything is missing. Only watchers need it.
  var hash: TextHash? { text.map { text in text.withUnsafeBytes { TextHash($0) } } }
}

/// Complete JSON that was read for a watcher.
struct WatchedText: Sendable {
  var json: [UInt8]
  var age: ReadAge
  /// The commit that was read: text of an earlier commit does not replace it.
  var commit: Int
}

/// A notification to a watcher.
enum WatchSignal: Sendable {
  case text(WatchedText)
  /// The first object and field that were missing.
  case incomplete(String)
  case invalidated
  /// The cache was cleared, which began an epoch: requests in flight were sent before.
  case cleared(CacheGeneration)

  init(_ result: ReadResult) {
    if let text = result.text {
      self = .text(WatchedText(json: text, age: result.age, commit: result.commit))
    } else {
      self = .incomplete(result.firstMiss ?? "")
    }
  }
}
