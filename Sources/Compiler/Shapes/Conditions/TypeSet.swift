import ApusSchema

/// A set of object types, as one bit for each `objectIndex`. Equal sets in one ``TypeSetTable`` have equal numbers.
///
/// The table or the schema owns the bits, so both must outlive the set.
struct TypeSet: Equatable {
  let number: Int
  fileprivate let words: UnsafePointer<UInt64>
  fileprivate let wordCount: Int

  static func == (a: TypeSet, b: TypeSet) -> Bool { a.number == b.number }

  var isEmpty: Bool {
    var index = 0
    while index < wordCount {
      if words[index] != 0 { return false }
      index = index &+ 1
    }
    return true
  }

  func contains(_ objectIndex: Int) -> Bool {
    words[objectIndex &>> 6] &>> UInt64(truncatingIfNeeded: objectIndex & 63) & 1 != 0
  }

  func isSubset(of other: TypeSet) -> Bool {
    if number == other.number { return true }
    var index = 0
    while index < wordCount {
      if words[index] & ~other.words[index] != 0 { return false }
      index = index &+ 1
    }
    return true
  }

  /// The `objectIndex` of each member, ascending.
  var members: [Int] {
    var result: [Int] = []
    var index = 0
    while index < wordCount {
      var rest = words[index]
      while rest != 0 {
        result.append(index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
      index = index &+ 1
    }
    return result
  }
}

/// Interns sets of object types.
final class TypeSetTable {
  private let schema: Schema
  private var known: [[UInt64]: TypeSet] = [:]
  private var setsOfTypes: [TypeSet?]
  /// The bits that the table has allocated. The bits of a type's possible types belong to the schema.
  private var rows: [UnsafeMutablePointer<UInt64>] = []

  init(_ schema: Schema) {
    self.schema = schema
    setsOfTypes = Array(repeating: nil, count: max(1, schema.typeCount))
  }

  deinit {
    for row in rows { row.deallocate() }
  }

  /// The possible object types of a composite type (GetPossibleTypes, section 5.5.2.3).
  func types(_ type: TypeID) -> TypeSet {
    if let known = setsOfTypes[type.index] { return known }
    let words = UnsafePointer(schema.possibleTypes(type))
    let key = Array(UnsafeBufferPointer(start: words, count: schema.possibleTypeWordCount))
    let set = known[key] ?? add(key, words)
    setsOfTypes[type.index] = set
    return set
  }

  func empty() -> TypeSet { intern(Array(repeating: 0, count: schema.possibleTypeWordCount)) }

  /// The set of all object types.
  func all() -> TypeSet {
    var words = [UInt64](repeating: 0, count: schema.possibleTypeWordCount)
    for index in 0..<schema.objectTypeCount { words[index >> 6] |= 1 << UInt64(index & 63) }
    return intern(words)
  }

  func intersection(_ a: TypeSet, _ b: TypeSet) -> TypeSet {
    if a.isSubset(of: b) { return a }
    return intern((0..<schema.possibleTypeWordCount).map { a.words[$0] & b.words[$0] })
  }

  func union(_ a: TypeSet, _ b: TypeSet) -> TypeSet {
    if b.isSubset(of: a) { return a }
    return intern((0..<schema.possibleTypeWordCount).map { a.words[$0] | b.words[$0] })
  }

  /// The members of the first set that are not in the second.
  func subtraction(_ a: TypeSet, _ b: TypeSet) -> TypeSet {
    intern((0..<schema.possibleTypeWordCount).map { a.words[$0] & ~b.words[$0] })
  }

  private func intern(_ key: [UInt64]) -> TypeSet {
    if let known = known[key] { return known }
    let row = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, key.count))
    for (index, word) in key.enumerated() { (row + index).initialize(to: word) }
    rows.append(row)
    return add(key, UnsafePointer(row))
  }

  private func add(_ key: [UInt64], _ words: UnsafePointer<UInt64>) -> TypeSet {
    let set = TypeSet(number: known.count, words: words, wordCount: key.count)
    known[key] = set
    return set
  }
}
