#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `UUID` as a string: `"8c9f6b1e-…"`.
///
/// Reads upper and lower case and writes lower case, as RFC 9562 requires.
public enum GraphQLUUIDCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> UUID {
    guard let bytes = try reader.readText({ UUIDFormat.bytes($0) }) else {
      throw GraphQLScalarError(expected: "a UUID (RFC 9562)")
    }
    return UUID(uuid: bytes)
  }

  public static func write(_ value: UUID, to writer: inout GraphQLWriter) throws {
    writer.writeText(capacity: UUIDFormat.count) { UUIDFormat.store(value.uuid, at: $0) }
  }

  /// An example of a UUID.
  public static var sample: GraphQLValue? { "00000000-0000-4000-8000-000000000001" }
}

/// `URL` as a string. A valid URL (RFC 3986) is written unchanged.
public enum GraphQLURLCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> URL {
    let text = try reader.readString()
    // Before iOS 17 and macOS 14, `URL` rejects characters that newer systems escape.
    guard let value = URL(string: text) ?? URL(string: escaped(text)) else {
      throw GraphQLScalarError(expected: "a URL (RFC 3986)")
    }
    return value
  }

  /// Escapes an invalid URL the way newer systems do. A `%` is treated as a literal.
  static func escaped(_ text: String) -> String {
    let forbidden = Set("%\"<>\\^`{|}".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      if byte <= 32 || byte >= 127 || forbidden.contains(byte) {
        escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  public static func write(_ value: URL, to writer: inout GraphQLWriter) throws {
    writer.writeString(value.absoluteString)
  }

  /// An example of a URL.
  public static var sample: GraphQLValue? { "https://example.com/" }
}

/// `Decimal` as a number with up to 38 digits. A string is also accepted.
public enum GraphQLDecimalCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Decimal {
    guard let value = try reader.readNumberOrText().decimal else {
      throw GraphQLScalarError(expected: "a decimal number of at most 38 digits")
    }
    return value
  }

  public static func write(_ value: Decimal, to writer: inout GraphQLWriter) throws {
    guard let number = GraphQLNumber(value.description) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: [], debugDescription: "JSON cannot represent this number."))
    }
    writer.writeNumber(number)
  }

  /// An example of a number.
  public static var sample: GraphQLValue? { 9.5 }
}

/// `Decimal` as a string with up to 38 digits. A number is also accepted. Trailing zeros of a fraction are not
/// preserved.
public enum GraphQLDecimalStringCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Decimal {
    try GraphQLDecimalCodec.read(from: &reader)
  }

  public static func write(_ value: Decimal, to writer: inout GraphQLWriter) throws {
    writer.writeString(value.description)
  }

  /// An example of a number in a string.
  public static var sample: GraphQLValue? { "9.5" }
}

extension GraphQLNumber {
  /// The number as a `Decimal`; nil if it cannot be represented exactly.
  public var decimal: Decimal? {
    guard let decimal = Decimal(string: description), GraphQLNumber(decimal.description) == self else {
      return nil
    }
    return decimal
  }
}
