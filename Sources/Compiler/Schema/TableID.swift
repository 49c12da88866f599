import ApusSource

/// The number of a definition in a ``Schema``: of a type, field, input value, enum value or directive.
///
/// A missing definition does not have an ID: lookups return an optional. Tables store nil as 0, because an optional would take twice the memory.
///
/// All members are transparent, because unoptimized builds call them for every node.
@usableFromInline package struct TableID<Definition>: Hashable, Sendable {
  @usableFromInline package let number: UInt32

  /// - Parameter number: at least 1.
  @inlinable @_transparent
  package init(number: UInt32) { self.number = number }

  /// The ID that a table stores as `number`, or nil for 0.
  @inlinable @_transparent
  package init?(stored number: UInt32) {
    if number == 0 { return nil }
    self.number = number
  }

  /// The index of its entry in arrays that have one for each definition of a kind, after entry 0.
  @inlinable @_transparent
  package var index: Int { Int(number) }

  @inlinable @_transparent
  package static func == (a: TableID, b: TableID) -> Bool { a.number == b.number }
}

extension TableID: Comparable {
  /// Compares by the order of the definitions.
  @inlinable @_transparent
  package static func < (a: TableID, b: TableID) -> Bool { a.number < b.number }

  /// The number that a table stores for an ID; 0 for nil.
  @inlinable @_transparent
  package static func stored(_ id: TableID?) -> UInt32 {
    if let id { id.number } else { 0 }
  }
}

extension Optional {
  /// Compares as the standard library's operator does, which is slow in unoptimized builds.
  @inlinable @_transparent
  package static func == <Definition>(a: Wrapped?, b: Wrapped?) -> Bool where Wrapped == TableID<Definition> {
    TableID.stored(a) == TableID.stored(b)
  }

  @inlinable @_transparent
  package static func != <Definition>(a: Wrapped?, b: Wrapped?) -> Bool where Wrapped == TableID<Definition> {
    TableID.stored(a) != TableID.stored(b)
  }
}

package typealias TypeID = TableID<TypeDefinition>
package typealias FieldID = TableID<FieldDefinition>
/// The number of an argument or an input field.
package typealias InputValueID = TableID<InputValueDefinition>
package typealias EnumValueID = TableID<EnumValueDefinition>
package typealias DirectiveID = TableID<DirectiveDefinition>

/// Definitions with consecutive numbers, for example the fields of a type.
@usableFromInline package struct TableIDs<Definition>: RandomAccessCollection {
  @usableFromInline package let startIndex: UInt32
  @usableFromInline package let endIndex: UInt32

  // The library's own are generic.
  @inlinable @_transparent
  package var isEmpty: Bool { startIndex == endIndex }
  @inlinable @_transparent
  package var count: Int { Int(endIndex &- startIndex) }

  init(_ first: UInt32, count: UInt32) {
    startIndex = first
    endIndex = first &+ count
  }

  /// No definitions.
  package init() { self.init(0, count: 0) }

  /// All definitions of a table with `count` entries, without entry 0.
  package init(upTo count: Int) {
    startIndex = 1
    endIndex = UInt32(truncatingIfNeeded: count)
  }

  /// The definition of that number, if it is one of these.
  package func id(_ number: UInt32) -> TableID<Definition>? {
    number >= startIndex && number < endIndex ? TableID(number: number) : nil
  }

  @usableFromInline package subscript(number: UInt32) -> TableID<Definition> { TableID(number: number) }

  @usableFromInline package func makeIterator() -> Iterator { Iterator(number: startIndex, end: endIndex) }

  @usableFromInline package struct Iterator: IteratorProtocol {
    fileprivate var number: UInt32
    fileprivate let end: UInt32

    @usableFromInline package mutating func next() -> TableID<Definition>? {
      guard number < end else { return nil }
      defer { number = number &+ 1 }
      return TableID(number: number)
    }
  }
}
