// The first build of a user's project compiles the compiler without optimization, and the standard library's generic
// integer conversions dominate that cost: each `Int(_:)` is expanded into about a thousand instructions, most of which
// are discarded again, and every file with a conversion loads half of the integer protocols. Overload resolution
// prefers these concrete initializers, which become one instruction, also in other modules because they are inlinable.
// Only types that are missing here use the generic ones.

extension Int {
  /// Converts `value`, which always fits.
  @inlinable @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// Converts `value`, which always fits.
  @inlinable @_transparent
  package init(_ value: Int32) {
    self.init(truncatingIfNeeded: value)
  }

  /// Converts `value`, which always fits.
  @inlinable @_transparent
  package init(_ value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }
}

extension Int32 {
  /// Keeps the low bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}

extension UInt32 {
  /// Converts `value`, which always fits.
  @inlinable @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// Converts `value`, which must be in range.
  package init(_ value: Int) {
    precondition(value >= 0 && value <= 0xFFFF_FFFF, "Not a value of UInt32")
    self.init(truncatingIfNeeded: value)
  }

  /// Keeps the low bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}

extension UInt64 {
  /// Converts `value`, which always fits.
  @inlinable @_transparent
  package init(_ value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }

  /// Reinterprets the bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}
