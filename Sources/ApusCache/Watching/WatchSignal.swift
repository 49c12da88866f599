/// What was read.
struct ReadResult {
  /// The JSON; nil when something is missing.
  var text: [UInt8]?
  /// What there is when something is missing, where it was asked for.
  var partialText: [UInt8]?
  /// What is missing first: an object and its field.
  var firstMiss: String?
  /// Whether something is null because its object was deleted.
  var hasDeleted: Bool
  var age: ReadAge
  var dependencies: Dependencies

  /// What tells one text from another; nil when something is missing. Watchers alone need it.
  var hash: TextHash? { text.map { text in text.withUnsafeBytes { TextHash($0) } } }
}

/// What a watcher is told.
enum WatchSignal: Sendable {
  /// All of it, as JSON.
  case text([UInt8], ReadAge)
  /// Something is missing.
  case incomplete(String)
  /// Something was invalidated.
  case invalidated
  /// The cache was cleared: what is under way is of the time before.
  case cleared

  init(_ result: ReadResult) {
    if let text = result.text {
      self = .text(text, result.age)
    } else {
      self = .incomplete(result.firstMiss ?? "")
    }
  }
}
