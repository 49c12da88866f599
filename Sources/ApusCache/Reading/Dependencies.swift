/// What a read saw: it has to be done again when some of that changes.
struct Dependencies: Equatable {
  /// A record, and the shape by which it was read; without one where all of the record matters.
  struct Entry: Equatable {
    var record: UInt32
    /// ``plan`` keeps it: to count references to each would take longer than the rest of a small object.
    var shape: Unmanaged<PlanShape>?

    static func == (one: Entry, other: Entry) -> Bool {
      one.record == other.record && one.shape?.toOpaque() == other.shape?.toOpaque()
    }
  }

  /// Keeps the shapes.
  private let plan: Plan?
  /// In the order of reading: an object that stands at several places is there several times.
  private(set) var entries: [Entry] = []
  /// The keys that no record had.
  var missingRoots: Set<String> = []

  init(_ plan: Plan? = nil) { self.plan = plan }

  @inline(__always) mutating func add(_ record: UInt32, _ shape: PlanShape) {
    entries.append(Entry(record: record, shape: Unmanaged.passUnretained(shape)))
  }

  /// Notes a record that was not there.
  mutating func addWhole(_ record: UInt32) { entries.append(Entry(record: record, shape: nil)) }

  /// The records that were read.
  var records: [UInt32] { entries.map(\.record) }

  static func == (one: Dependencies, other: Dependencies) -> Bool {
    one.entries == other.entries && one.missingRoots == other.missingRoots
  }
}
