// A user's first build compiles the compiler, without optimization, and the standard library's conversions weigh there. They are
// for any two types of integers: each `Int(_:)` is expanded into some thousand instructions, most of which are thrown away again,
// and each file that has a conversion takes in half of the integers' protocols. These are chosen in their stead where the types
// are known, and become one instruction; in other modules, too, as they are inlinable. The standard library's are only for the
// types that are missing here.

extension Int {
  /// `value`, for which there is always room.
  @inlinable @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, for which there is always room.
  @inlinable @_transparent
  package init(_ value: Int32) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, for which there is always room.
  @inlinable @_transparent
  package init(_ value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }
}

extension Int32 {
  /// The low bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}

extension UInt32 {
  /// `value`, for which there is always room.
  @inlinable @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, which must be neither negative nor too large.
  package init(_ value: Int) {
    precondition(value >= 0 && value <= 0xFFFF_FFFF, "Not a value of UInt32")
    self.init(truncatingIfNeeded: value)
  }

  /// The low bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}

extension UInt64 {
  /// `value`, for which there is always room.
  @inlinable @_transparent
  package init(_ value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }

  /// The bits of `value`.
  @inlinable @_transparent
  package init(truncatingIfNeeded value: Int) {
    self.init(truncatingIfNeeded: UInt(bitPattern: value))
  }
}
