// A user's first build compiles the compiler, without optimization, and the standard library's conversions weigh there: each use
// is expanded into some thousand instructions, for any two types of integers, most of which are thrown away again.
// These are chosen in their stead where the types are known.

extension Int {
  /// `value`, for which there is always room.
  @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, for which there is always room.
  @_transparent
  package init(_ value: Int32) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, for which there is always room.
  @_transparent
  package init(_ value: UInt32) {
    self.init(truncatingIfNeeded: value)
  }
}

extension UInt32 {
  /// `value`, for which there is always room.
  @_transparent
  package init(_ value: UInt8) {
    self.init(truncatingIfNeeded: value)
  }

  /// `value`, which must be neither negative nor too large.
  package init(_ value: Int) {
    precondition(value >= 0 && value <= 0xFFFF_FFFF, "Not a value of UInt32")
    self.init(truncatingIfNeeded: value)
  }
}
