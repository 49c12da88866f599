/// What a read saw: it has to be done again when some of that changes.
struct Dependencies {
  /// The shapes that were read of each record; `UInt32.max` where all of the record matters.
  private var shapes: [UInt64] = []
  /// The records, as bits.
  private var bits: [UInt64] = []
  /// The keys that no record had.
  var missingRoots: Set<String> = []
  private static let whole = UInt32.max

  @inline(__always) mutating func add(_ record: UInt32, _ shape: PlanShape) {
    shapes.append(UInt64(record) << 32 | UInt64(shape.number))
    mark(record)
  }

  /// Notes a record that was not there.
  mutating func addWhole(_ record: UInt32) {
    shapes.append(UInt64(record) << 32 | UInt64(Self.whole))
    mark(record)
  }

  @inline(__always) private mutating func mark(_ record: UInt32) {
    let word = Int(record >> 6)
    if word >= bits.count {
      bits.append(contentsOf: repeatElement(0, count: max(word + 1 - bits.count, bits.count)))
    }
    bits[word] |= 1 << UInt64(record & 63)
  }

  @inline(__always) func has(_ record: UInt32) -> Bool {
    let word = Int(record >> 6)
    return word < bits.count && bits[word] & (1 << UInt64(record & 63)) != 0
  }

  /// The records that were read.
  var records: [UInt32] {
    var found: [UInt32] = []
    for (index, word) in bits.enumerated() where word != 0 {
      for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 { found.append(UInt32(index * 64 + bit)) }
    }
    return found
  }

  /// Whether changes reach what was read.
  ///
  /// - Parameter shapes: those of the plan that was read.
  func areAffected(by changes: [RecordChange], _ planShapes: [PlanShape]) -> Bool {
    let met = changes.filter { has($0.record) }
    if met.isEmpty { return false }
    if met.contains(where: { $0.fields == nil }) { return true }
    var fields: [UInt32: [UInt32]] = [:]
    for change in met { fields[change.record] = change.fields }
    for entry in shapes {
      guard let changed = fields[UInt32(truncatingIfNeeded: entry >> 32)] else { continue }
      let number = UInt32(truncatingIfNeeded: entry)
      guard number != Self.whole, Int(number) < planShapes.count else { return true }
      let known = planShapes[Int(number)].fieldIDs
      if changed.contains(where: known.contains) { return true }
    }
    return false
  }
}
