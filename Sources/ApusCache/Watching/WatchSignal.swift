/// What was read.
struct ReadResult {
  /// The JSON; nil when something is missing.
  var text: [UInt8]?
  /// What there is when something is missing, where it was asked for.
  var partialText: [UInt8]?
  /// What is missing first: an object and its field.
  var firstMiss: String?
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

  init(_ result: ReadResult) {
    if let text = result.text {
      self = .text(text, result.age)
    } else {
      self = .incomplete(result.firstMiss ?? "")
    }
  }
}

/// Someone who wants to know when what a plan reads changes.
struct Watcher {
  /// Of the operation or the fragment.
  let name: String
  let plan: Plan
  let root: CacheStore.Root
  var dependencies: Dependencies
  /// The last text; nil when it was incomplete.
  var last: TextHash?
  let deliver: @Sendable (WatchSignal) -> Void
}
