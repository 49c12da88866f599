import ApusCache
import ApusPlatform

/// An entry of the timeline.
enum Record: Sendable {
  case operation(OperationRecord)
  case write(WriteRecord)
  case update(UpdateRecord)
  case note(NoteRecord)

  /// About how much memory its values take that can be freed.
  var byteCount: Int {
    switch self {
    case .operation(let operation): operation.byteCount
    case .write(let write): write.changes.count * 64
    case .update, .note: 0
    }
  }

  mutating func strip() {
    switch self {
    case .operation(var operation):
      operation.strip()
      self = .operation(operation)
    case .write(var write):
      write.changes.strip()
      self = .write(write)
    case .update, .note: break
    }
  }
}

/// A commit of the cache.
struct WriteRecord: Sendable {
  let start: Duration
  let source: ObservedSource
  /// The number of objects that changed.
  let count: Int
  var changes: NamedChanges

  /// How many objects of a write are kept.
  static let limit = 1000
}

/// News for a watcher.
struct UpdateRecord: Sendable {
  let start: Duration
  let update: ObservedUpdate
  /// The name of the operation that wrote.
  let by: String?
  let changes: NamedChanges
}

/// A sentence about cache or queue.
struct NoteRecord: Sendable {
  enum Area: String {
    case cache, queue
  }

  let start: Duration
  let area: Area
  let text: String
}

/// Changes of objects, whose names are looked up when a page or a file shows them.
struct NamedChanges: Sendable {
  private var changes: [RecordChange]
  /// Nil if they were freed.
  private var names: ObservedNames?

  init(_ changes: [RecordChange], _ names: ObservedNames) { (self.changes, self.names) = (changes, names) }

  var count: Int { changes.count }

  /// The keys and fields.
  func texts(limit: Int) -> [(key: String, fields: [String]?)] {
    names?.texts(of: changes.prefix(limit)) ?? []
  }

  /// Frees them.
  mutating func strip() { (changes, names) = ([], nil) }
}
