#if canImport(FoundationEssentials) && !canImport(Darwin)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `Date` as an RFC 3339 date-time: `"2024-05-01T12:30:00Z"`.
///
/// Reads strings with or without a fraction, in any time zone. Writes UTC, with three or six digits of a fraction if
/// there is one; a string in that form is written unchanged. Other offsets, fractions of zeros and anything below a
/// microsecond are not preserved.
public enum GraphQLDateTimeCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Date {
    guard let seconds = try reader.readText({ DateTimeFormat.seconds($0) }) else {
      throw GraphQLScalarError(expected: "a date-time such as 2024-05-01T12:30:00Z (RFC 3339)")
    }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  public static func write(_ value: Date, to writer: inout GraphQLWriter) throws {
    guard let instant = DateTimeFormat.Instant(value.timeIntervalSinceReferenceDate) else {
      throw EncodingError.invalidValue(
        value,
        .init(codingPath: [], debugDescription: "The year of an RFC 3339 date-time must have four digits."))
    }
    writer.writeText(capacity: DateTimeFormat.capacity) { DateTimeFormat.store(instant, at: $0) }
  }

  /// An example of a point in time.
  public static var sample: GraphQLValue? { "2024-05-17T09:30:00Z" }
}

/// `Date` as seconds since 1970-01-01T00:00:00Z: an integer or a fraction.
public enum GraphQLEpochSecondsCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Date {
    Date(timeIntervalSince1970: try reader.readDouble())
  }

  public static func write(_ value: Date, to writer: inout GraphQLWriter) throws {
    // `Date` counts from 2001, so only microseconds survive the round trip.
    let seconds = value.timeIntervalSince1970
    let microseconds = (seconds * 1e6).rounded()
    writer.writeDouble(microseconds.magnitude < 0x1p53 ? microseconds / 1e6 : seconds)
  }

  /// The same point in time as the sample of ``GraphQLDateTimeCodec``.
  public static var sample: GraphQLValue? { 1715938200 }
}
