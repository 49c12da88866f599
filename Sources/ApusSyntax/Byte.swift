/// The ASCII characters that the lexer compares bytes with.
///
/// Transparent, so that in unoptimized builds a comparison is one instruction and not a call.
enum Byte {
  @_transparent static var lineFeed: UInt8 { 0x0A }
  @_transparent static var carriageReturn: UInt8 { 0x0D }
  @_transparent static var space: UInt8 { 0x20 }
  @_transparent static var quote: UInt8 { 0x22 }
  @_transparent static var plus: UInt8 { 0x2B }
  @_transparent static var minus: UInt8 { 0x2D }
  @_transparent static var dot: UInt8 { 0x2E }
  @_transparent static var zero: UInt8 { 0x30 }
  @_transparent static var backslash: UInt8 { 0x5C }
  @_transparent static var letterE: UInt8 { 0x65 }
  /// The bit that distinguishes lowercase letters from uppercase ones.
  @_transparent static var lowercaseBit: UInt8 { 0x20 }
}
