/// The type of a field, argument or variable: a named type wrapped in lists and non-null marks (section 3.4.1).
///
/// It takes eight bytes and compares as integers.
package struct TypeReference: Equatable {
  /// The number of the innermost type, or 0.
  private let number: UInt32
  /// Bits 0–4: the list depth. Bit 5 + n: whether level n is non-null; level 0 is the outermost.
  var wrappers: UInt32

  /// The maximum nesting of lists.
  package static let maximumListDepth = 26

  /// - Parameter named: nil for a name that the schema lacks.
  package init(_ named: TypeID?, isNonNull: Bool = false) {
    number = TypeID.stored(named)
    wrappers = isNonNull ? 0x20 : 0
  }

  /// The innermost type; nil if the schema lacks a type of that name.
  package var named: TypeID? { TypeID(stored: number) }

  /// The number of lists around the named type.
  package var listDepth: Int { Int(wrappers & 0x1F) }

  package var isList: Bool { wrappers & 0x1F != 0 }

  /// Whether the outermost level is non-null.
  package var isNonNull: Bool { wrappers & 0x20 != 0 }

  /// Whether level `level` is non-null; level 0 is the outermost, level ``listDepth`` the named type.
  package func isNonNull(atLevel level: Int) -> Bool { wrappers &>> (5 + UInt32(level)) & 1 != 0 }

  /// Whether both have the same lists and non-null marks.
  package func hasSameWrappers(as other: TypeReference) -> Bool { wrappers == other.wrappers }

  /// The type without its outermost non-null mark.
  package var nullable: TypeReference {
    var result = self
    result.wrappers &= ~0x20
    return result
  }

  /// The type with its outermost level non-null.
  package var nonNull: TypeReference {
    var result = self
    result.wrappers |= 0x20
    return result
  }

  /// The type with the given level non-null.
  package func nonNull(atLevel level: Int) -> TypeReference {
    var result = self
    result.wrappers |= 0x20 &<< UInt32(level)
    return result
  }

  /// The type with the given level nullable.
  package func nullable(atLevel level: Int) -> TypeReference {
    var result = self
    result.wrappers &= ~(0x20 &<< UInt32(level))
    return result
  }

  /// The type, made nullable at every level at which another type of the same list depth is.
  package func nullable(where other: TypeReference) -> TypeReference {
    var result = self
    result.wrappers &= other.wrappers
    return result
  }

  /// The element type of a list. For other types, the nullable type.
  package var element: TypeReference {
    guard isList else { return nullable }
    var result = self
    result.wrappers = (wrappers &>> 1) & ~0x1F | (wrappers & 0x1F) &- 1
    return result
  }

  /// A list of this type; nil if that nests lists too deep.
  package func list(isNonNull: Bool) -> TypeReference? {
    guard listDepth < TypeReference.maximumListDepth else { return nil }
    var result = self
    result.wrappers = (wrappers & ~0x1F) &<< 1 | (wrappers & 0x1F) &+ 1
    if isNonNull { result.wrappers |= 0x20 }
    return result
  }
}
