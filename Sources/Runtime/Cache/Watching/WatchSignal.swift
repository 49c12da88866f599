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

  /// Identifies the text; nil if anything is missing. Only watchers need it.
  var hash: TextHash? { text.map { text in text.withUnsafeBytes { TextHash($0) } } }
}

/// A notification to a watcher.
enum WatchSignal: Sendable {
  case text([UInt8], ReadAge)
  /// The first object and field that were missing.
  case incomplete(String)
  case invalidated
  /// The cache was cleared: requests in flight were sent before.
  case cleared

  init(_ result: ReadResult) {
    if let text = result.text {
      self = .text(text, result.age)
    } else {
      self = .incomplete(result.firstMiss ?? "")
    }
  }
}
