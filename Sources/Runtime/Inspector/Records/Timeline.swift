import ApusPlatform

/// The newest records, and the order in which they changed. Its memory is bounded.
struct Timeline: Sendable {
  private struct Slot: Sendable {
    /// The number of the record's last change.
    var sequence: Int
    private(set) var byteCount: Int
    // An operation changes a few times per request. In an enum, it would be copied each time, as by each reading access to an optional.
    private var operation: OperationRecord?
    private var other: Record?

    init(_ record: consuming Record, _ sequence: Int) {
      self.sequence = sequence
      byteCount = record.byteCount
      switch consume record {
      case .operation(let operation): self.operation = operation
      case let record: other = record
      }
    }

    var record: Record? { operation.map { .operation($0) } ?? other }

    /// Changes an operation; returns false for a record of another kind.
    mutating func change(_ change: (inout OperationRecord) -> Void) -> Bool {
      guard let byteCount = operation?.change(change) else { return false }
      self.byteCount = byteCount
      return true
    }

    mutating func strip() {
      if !change({ $0.strip() }) { other?.strip() }
      byteCount = other?.byteCount ?? byteCount
    }
  }

  /// The number of records that are kept.
  let limit: Int
  /// The size of the responses that are kept, in bytes.
  private let byteLimit: Int
  /// The records, each at the remainder of its number.
  private var slots: [Slot] = []
  /// The number of the last change.
  private(set) var sequence = 0
  /// The number of the last record.
  private(set) var last = 0
  /// The number of records that were dropped, and of the last change of any of them.
  private(set) var dropped = (count: 0, sequence: 0)
  private var byteCount = 0
  /// The responses of records before this one are freed.
  private var firstWhole = 1

  init(limit: Int, byteLimit: Int) {
    self.limit = max(1, limit)
    self.byteLimit = byteLimit
  }

  /// Adds a record, in place of the oldest if there is no room.
  ///
  /// - Returns: its number.
  mutating func add(_ record: consuming Record) -> Int {
    last += 1
    sequence += 1
    let slot = Slot(record, sequence)
    byteCount += slot.byteCount
    if slots.count < limit {
      slots.append(slot)
    } else {
      let index = index(of: last)
      dropped.count += 1
      dropped.sequence = max(dropped.sequence, slots[index].sequence)
      byteCount -= slots[index].byteCount
      slots[index] = slot
    }
    freeMemory()
    return last
  }

  private func index(of number: Int) -> Int { (number - 1) % limit }

  private func contains(_ number: Int) -> Bool {
    number > last - slots.count && number <= last && number > 0
  }

  subscript(number: Int) -> Record? { contains(number) ? slots[index(of: number)].record : nil }

  /// Changes an operation, if it is still known.
  mutating func change(_ number: Int, _ change: (inout OperationRecord) -> Void) {
    guard contains(number) else { return }
    let index = index(of: number)
    let before = slots[index].byteCount
    guard slots[index].change(change) else { return }
    sequence += 1
    slots[index].sequence = sequence
    byteCount += slots[index].byteCount - before
    // The memory of older records was freed before: this one must not take it again, and leave none to newer ones.
    if number < firstWhole, byteCount > byteLimit { strip(index) }
    // What was freed may have grown again.
    firstWhole = min(firstWhole, number)
    freeMemory()
  }

  private mutating func freeMemory() {
    while byteCount > byteLimit, firstWhole <= last {
      if contains(firstWhole) { strip(index(of: firstWhole)) }
      firstWhole += 1
    }
  }

  private mutating func strip(_ index: Int) {
    byteCount -= slots[index].byteCount
    slots[index].strip()
    byteCount += slots[index].byteCount
  }

  /// The records that changed after a number of the sequence, in the order of their changes.
  func changes(after sequence: Int, limit: Int) -> [(number: Int, sequence: Int, record: Record)] {
    if sequence >= self.sequence { return [] }
    var found: [(number: Int, sequence: Int)] = []
    for number in (last - slots.count + 1)..<(last + 1) {
      let changed = slots[index(of: number)].sequence
      if changed > sequence { found.append((number, changed)) }
    }
    found.sort { $0.sequence < $1.sequence }
    return found.prefix(limit).compactMap { number, sequence in
      self[number].map { (number, sequence, $0) }
    }
  }
}
