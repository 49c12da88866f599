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
      write.changes = .listed([])
      self = .write(write)
    case .update, .note: break
    }
  }
}

extension Record {
  /// The changes of objects; nil for a record of another kind.
  var changes: NamedChanges? {
    switch self {
    case .write(let write): write.changes
    case .update(let update): update.changes
    case .operation, .note: nil
    }
  }

  /// Replaces the changes by those with names.
  mutating func name(_ changes: NamedChanges) {
    switch self {
    case .write(var write):
      write.changes = changes
      self = .write(write)
    case .update(var update):
      update.changes = changes
      self = .update(update)
    case .operation, .note: break
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
  var changes: NamedChanges
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

/// Changes of objects, whose names are looked up when a page or a file shows them, or before the cache forgets them.
enum NamedChanges: Sendable {
  case numbered([RecordChange], ObservedNames)
  case listed([(key: String, fields: [String]?)])

  var count: Int {
    switch self {
    case .numbered(let changes, _): changes.count
    case .listed(let changes): changes.count
    }
  }

  /// The keys and fields; empty if the cache was cleared in the meantime.
  func texts(limit: Int) -> [(key: String, fields: [String]?)] {
    switch self {
    case .numbered(let changes, let names): names.texts(of: changes.prefix(limit)) ?? []
    case .listed(let changes): Array(changes.prefix(limit))
    }
  }

  /// The changes with names that last.
  var listed: NamedChanges { .listed(texts(limit: count)) }
}
