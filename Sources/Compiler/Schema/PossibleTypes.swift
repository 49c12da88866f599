import ApusSyntax

/// Computes the sets of possible types (GetPossibleTypes, section 5.5.2.3) of all types.
///
/// Each abstract type has its own row of bits. An object type's row has a single bit, so object types share memory: for
/// each of the 64 bit positions there is one run of words with that bit set in the middle, and a row starts at the
/// offset that puts that word in the right place. Memory therefore grows with object types times abstract types instead
/// of quadratically.
struct PossibleTypes {
  private let words: Int
  private let rows: UnsafeMutablePointer<UInt64>

  /// Computes the sets, and the index at which the set of each type starts.
  static func find(_ tables: inout SchemaTables) {
    let words = (tables.objectTypeCount + 63) / 64
    var abstractCount = 0
    for type in 1..<tables.typeCount where tables.types[type].isAbstract { abstractCount += 1 }
    // The first row is empty: it belongs to types that are not composite.
    let shared = words + 64 * 2 * words
    let count = max(1, shared + abstractCount * words)
    tables.possibleTypeWords.deallocate()
    tables.possibleTypeWords = .allocate(capacity: count)
    tables.possibleTypeWords.initialize(repeating: 0, count: count)
    tables.possibleTypeWordCount = words
    let sets = PossibleTypes(words: words, rows: tables.possibleTypeWords)
    var next = shared
    for type in 1..<tables.typeCount {
      switch tables.types[type].kind {
      case .object:
        tables.types[type].firstPossibleWord = UInt32(
          truncatingIfNeeded: sets.objectRow(Int(tables.types[type].objectIndex)))
      case .interface, .union:
        tables.types[type].firstPossibleWord = UInt32(truncatingIfNeeded: next)
        next += words
      case .scalar, .enum, .inputObject: break
      }
    }
    for type in 1..<tables.typeCount { sets.addMembers(of: type, tables) }
  }

  /// The start of the row of the object type with that number.
  private func objectRow(_ index: Int) -> Int {
    let bit = index % 64
    // In a run of 2 * words, the word with the bit is the last of the first half.
    let center = words + bit * 2 * words + words - 1
    rows[center] = 1 &<< UInt64(truncatingIfNeeded: bit)
    return center - index / 64
  }

  /// Adds an object type to its interfaces, or the members to a union.
  private func addMembers(of type: Int, _ tables: SchemaTables) {
    let definition = tables.types[type]
    let first = Int(definition.firstRelated)
    for index in first..<first + Int(definition.relatedCount) {
      let related = tables.related[index].index
      switch definition.kind {
      case .object: if tables.types[related].kind == .interface { add(type, to: related, tables) }
      case .union: if tables.types[related].kind == .object { add(related, to: type, tables) }
      default: break
      }
    }
  }

  private func add(_ object: Int, to type: Int, _ tables: SchemaTables) {
    let index = Int(tables.types[object].objectIndex)
    rows[Int(tables.types[type].firstPossibleWord) + index / 64] |=
      1 &<< UInt64(truncatingIfNeeded: index % 64)
  }
}
