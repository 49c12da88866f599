import ApusPlatform

/// The newest records, and the order in which they changed. Its memory is bounded.
struct Timeline: Sendable {
  /// The number of records that are kept.
  let limit: Int
  /// The size of the responses that are kept, in bytes.
  private let byteLimit: Int
  /// The records, each at the remainder of its number.
  private var records: [Record] = []
  /// For each record, the number of its last change.
  private var sequences: [Int] = []
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
  mutating func add(_ record: Record) -> Int {
    last += 1
    sequence += 1
    if records.count < limit {
      records.append(record)
      sequences.append(sequence)
    } else {
      let index = index(of: last)
      dropped.count += 1
      dropped.sequence = max(dropped.sequence, sequences[index])
      byteCount -= records[index].byteCount
      records[index] = record
      sequences[index] = sequence
    }
    byteCount += record.byteCount
    freeMemory()
    return last
  }

  private func index(of number: Int) -> Int { (number - 1) % limit }

  private func contains(_ number: Int) -> Bool {
    number > last - records.count && number <= last && number > 0
  }

  subscript(number: Int) -> Record? { contains(number) ? records[index(of: number)] : nil }

  /// Changes an operation, if it is still known.
  mutating func change(_ number: Int, _ change: (inout OperationRecord) -> Void) {
    guard contains(number), case .operation(var operation) = records[index(of: number)] else { return }
    let index = index(of: number)
    sequence += 1
    sequences[index] = sequence
    byteCount -= operation.byteCount
    // The record is not copied while it changes.
    records[index] = .note(NoteRecord(start: operation.start, area: .cache, text: ""))
    change(&operation)
    // The memory of older records was freed before: this one must not take it again, and leave none to newer ones.
    if number < firstWhole, byteCount + operation.byteCount > byteLimit { operation.strip() }
    byteCount += operation.byteCount
    records[index] = .operation(operation)
    // What was freed may have grown again.
    firstWhole = min(firstWhole, number)
    freeMemory()
  }

  private mutating func freeMemory() {
    while byteCount > byteLimit, firstWhole <= last {
      if contains(firstWhole) {
        let index = index(of: firstWhole)
        byteCount -= records[index].byteCount
        records[index].strip()
        byteCount += records[index].byteCount
      }
      firstWhole += 1
    }
  }

  /// The records that changed after a number of the sequence, in the order of their changes.
  func changes(after sequence: Int, limit: Int) -> [(number: Int, sequence: Int, record: Record)] {
    if sequence >= self.sequence { return [] }
    var found: [(number: Int, sequence: Int)] = []
    for number in (last - records.count + 1)..<(last + 1) {
      let changed = sequences[index(of: number)]
      if changed > sequence { found.append((number, changed)) }
    }
    found.sort { $0.sequence < $1.sequence }
    return found.prefix(limit).map { ($0.number, $0.sequence, records[index(of: $0.number)]) }
  }

  /// Calls `body` with the changes of objects in each record that has any.
  func forEachChanges(_ body: (Int, NamedChanges) -> Void) {
    for number in (last - records.count + 1)..<(last + 1) {
      switch records[index(of: number)] {
      case .write(let write): body(number, write.changes)
      case .update(let update): body(number, update.changes)
      case .operation, .note: break
      }
    }
  }

  /// Replaces changes of objects by those with names.
  mutating func name(_ changes: [Int: NamedChanges]) {
    for (number, changes) in changes where contains(number) {
      let index = index(of: number)
      switch records[index] {
      case .write(var write):
        write.changes = changes
        records[index] = .write(write)
      case .update(var update):
        update.changes = changes
        records[index] = .update(update)
      case .operation, .note: break
      }
    }
  }
}
