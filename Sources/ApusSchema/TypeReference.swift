/// The number of a type within its ``Schema``; 0 is no type.
package typealias TypeID = UInt32

/// A type as a field, argument or variable declares it: a named type in lists and non-null marks (section 3.4.1).
///
/// Eight bytes, compared as numbers.
package struct TypeReference: Equatable {
  /// The innermost type; 0 when the schema has no type of that name.
  package var named: TypeID
  /// Bits 0–4: the number of lists. Bit 5 + n: level n is non-null, level 0 being the outermost.
  var wrappers: UInt32

  /// Lists can be nested this deep.
  package static let maximumListDepth = 26

  package init(_ named: TypeID, isNonNull: Bool = false) {
    self.named = named
    wrappers = isNonNull ? 0x20 : 0
  }

  /// The number of lists around the named type.
  package var listDepth: Int { Int(wrappers & 0x1F) }

  package var isList: Bool { wrappers & 0x1F != 0 }

  /// Whether the outermost level is non-null.
  package var isNonNull: Bool { wrappers & 0x20 != 0 }

  /// Whether level `level` is non-null; level 0 is the outermost, level ``listDepth`` the named type.
  package func isNonNull(atLevel level: Int) -> Bool { wrappers &>> (5 + UInt32(level)) & 1 != 0 }

  /// Whether both have the same lists and non-null marks.
  package func hasSameWrappers(as other: TypeReference) -> Bool { wrappers == other.wrappers }

  /// The same without the outermost non-null mark.
  package var nullable: TypeReference {
    var result = self
    result.wrappers &= ~0x20
    return result
  }

  /// The same with the outermost level non-null.
  package var nonNull: TypeReference {
    var result = self
    result.wrappers |= 0x20
    return result
  }

  /// The same with a level non-null.
  package func nonNull(atLevel level: Int) -> TypeReference {
    var result = self
    result.wrappers |= 0x20 &<< UInt32(level)
    return result
  }

  /// The same, nullable where another type of as many lists is.
  package func nullable(where other: TypeReference) -> TypeReference {
    var result = self
    result.wrappers &= other.wrappers
    return result
  }

  /// The type of a list's elements. Of a type that is no list, the type itself without its non-null mark.
  package var element: TypeReference {
    guard isList else { return nullable }
    var result = self
    result.wrappers = (wrappers &>> 1) & ~0x1F | (wrappers & 0x1F) &- 1
    return result
  }

  /// A list of this type; nil when lists are nested too deep.
  package func list(isNonNull: Bool) -> TypeReference? {
    guard listDepth < TypeReference.maximumListDepth else { return nil }
    var result = self
    result.wrappers = (wrappers & ~0x1F) &<< 1 | (wrappers & 0x1F) &+ 1
    if isNonNull { result.wrappers |= 0x20 }
    return result
  }
}
