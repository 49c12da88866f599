/// The records and keys that a read depends on: it must be repeated when they change.
struct Dependencies: Equatable {
  /// A record and the shape it was read with; nil if the whole record matters.
  struct Entry: Equatable {
    var record: UInt32
    /// Unretained, since ``plan`` keeps it: reference counting would take longer than reading the rest of a small object.
    var shape: Unmanaged<PlanShape>?

    static func == (one: Entry, other: Entry) -> Bool {
      one.record == other.record && one.shape?.toOpaque() == other.shape?.toOpaque()
    }
  }

  /// Keeps the shapes alive.
  private let plan: BoundPlan?
  /// In reading order; an object that occurs several times has several entries.
  private(set) var entries: [Entry] = []
  /// The keys that no record had.
  var missingRoots: Set<String> = []

  init(_ plan: BoundPlan? = nil) { self.plan = plan }

  @inline(__always) mutating func add(_ record: UInt32, _ shape: PlanShape) {
    entries.append(Entry(record: record, shape: Unmanaged.passUnretained(shape)))
  }

  /// Notes a record that was deleted or empty.
  mutating func addWhole(_ record: UInt32) { entries.append(Entry(record: record, shape: nil)) }

  var records: [UInt32] { entries.map(\.record) }

  /// Whether these are other dependencies and more, in the same order.
  func extend(_ other: Dependencies) -> Bool {
    entries.count >= other.entries.count && missingRoots == other.missingRoots
      && entries.starts(with: other.entries)
  }

  static func == (one: Dependencies, other: Dependencies) -> Bool {
    one.entries == other.entries && one.missingRoots == other.missingRoots
  }
}
