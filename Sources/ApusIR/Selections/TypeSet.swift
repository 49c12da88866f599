import ApusSchema

/// A set of object types, as bits by `objectIndex`.
struct TypeSet: Hashable {
  private(set) var words: [UInt64]

  /// The types that a composite type can be (GetPossibleTypes, section 5.5.2.3).
  init(_ type: TypeID, in schema: Schema) {
    words = Array(UnsafeBufferPointer(start: schema.possibleTypes(type), count: schema.possibleTypeWordCount))
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  func contains(_ objectIndex: Int) -> Bool { words[objectIndex >> 6] >> UInt64(objectIndex & 63) & 1 != 0 }

  func isSubset(of other: TypeSet) -> Bool {
    for index in words.indices where words[index] & ~other.words[index] != 0 { return false }
    return true
  }

  func intersection(_ other: TypeSet) -> TypeSet {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  mutating func formUnion(_ other: TypeSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// The members' `objectIndex`es, ascending.
  var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}
