/// Converts RFC 3339 date-times to and from seconds since 2001-01-01T00:00:00Z, the reference of `Date`.
///
/// It uses 64 bits, because `Int` has 32 on some watches.
enum DateTimeFormat {
  /// Days from 0000-03-01 to 2001-01-01 in the proleptic Gregorian calendar.
  private static let referenceDay: Int64 = 730_791

  /// The length in bytes of `2024-05-01T12:30:00`.
  private static let secondsCount = 19

  /// The instant in seconds since 2001; nil if the text is not a date-time with an offset.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count > secondsCount, let start = text.baseAddress, isTimeMark(start[10]) else { return nil }
    // The words are `2024-05-`, `01T12:30` and `:00`. The lowest byte of the last one repeats the preceding `0`.
    let date = Numbers(GraphQLReader.word(start, 0), form: 0x2D30_302D_3030_3030)
    let hours = Numbers(GraphQLReader.word(start, 8), form: 0x3030_3A30_3000_3030, ignoring: 0x00FF_0000)
    let rest = Numbers(HexadecimalDigits.four(start + 15), form: 0x3030_3A00, ignoring: 0xFF)
    guard date.isOfForm, hours.isOfForm, rest.isOfForm else { return nil }
    let year = date[0] * 100 + date[2]
    let (month, day) = (date[5], hours[0])
    let (hour, minute, second) = (hours[3], hours[6], rest[2])
    // A leap second, 60, is the first second of the next minute.
    guard month >= 1, month <= 12, day >= 1, hour < 24, minute < 60, second <= 60,
      day <= 28 || day <= daysIn(month, of: year)
    else { return nil }
    let local = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    if text.count == secondsCount + 1, start[secondsCount] == UInt8(ascii: "Z") { return Double(local) }
    var scanner = Scanner(rest: UnsafeBufferPointer(rebasing: text[secondsCount...]))
    var fraction = 0.0
    if scanner.take(".") || scanner.take(",") {
      guard let digits = scanner.fraction() else { return nil }
      fraction = digits
    }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    return Double(local - offset) + fraction
  }

  private static func isTimeMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "T") || byte == UInt8(ascii: "t") || byte == JSONByte.space
  }

  /// Two-digit numbers in a word of text, whose lowest byte comes first.
  private struct Numbers {
    /// Whether the text matches the pattern: the same separators, and digits in place of zeros.
    let isOfForm: Bool
    /// The number that begins at each byte.
    private let values: UInt64

    /// - Parameters:
    ///   - form: a pattern with the same separators, and zeros for digits.
    ///   - ignored: the bytes that may have any value; they are zero in the pattern.
    @inline(__always) init(_ text: UInt64, form: UInt64, ignoring ignored: UInt64 = 0) {
      let digits = (text & ~ignored) ^ form
      // Digits can be up to nine, and separators must cancel to zero; anything larger sets bit 7.
      let isMark = (form ^ 0x3030_3030_3030_3030) &+ 0x7F7F_7F7F_7F7F_7F7F
      let places = (~isMark & 0x8080_8080_8080_8080) &>> 7
      let excess = (digits &+ (0x7F7F_7F7F_7F7F_7F7F &- places &* 9)) | digits
      isOfForm = excess & 0x8080_8080_8080_8080 == 0
      values = digits &* 10 &+ digits &>> 8
    }

    @inline(__always) subscript(index: UInt64) -> Int64 {
      Int64(truncatingIfNeeded: values &>> (index &<< 3) & 0xFF)
    }
  }

  /// The maximum number of bytes that `store` writes: `2024-05-01T12:30:00.123456Z`.
  static let capacity = 27

  /// Writes an instant in UTC: `2024-05-01T12:30:00Z`, `2024-05-01T12:30:00.250Z`.
  ///
  /// A fraction is only written if there is one, with three digits if they suffice and otherwise six.
  ///
  /// - Returns: the number of bytes written.
  static func store(_ instant: Instant, at start: UnsafeMutablePointer<UInt8>) -> Int {
    let (date, time) = (instant.date, instant.secondOfDay)
    storeNumber(date.year / 100, at: start)
    storeNumber(date.year % 100, at: start + 2)
    start[4] = JSONByte.minus
    storeNumber(date.month, at: start + 5)
    start[7] = JSONByte.minus
    storeNumber(date.day, at: start + 8)
    start[10] = UInt8(ascii: "T")
    storeNumber(time / 3_600, at: start + 11)
    start[13] = JSONByte.colon
    storeNumber(time / 60 % 60, at: start + 14)
    start[16] = JSONByte.colon
    storeNumber(time % 60, at: start + 17)
    var end = start + secondsCount
    if instant.microsecond != 0 {
      end[0] = JSONByte.point
      storeNumber(instant.microsecond / 10_000, at: end + 1)
      let isShort = instant.microsecond % 1_000 == 0
      let rest = instant.microsecond % 10_000
      if isShort {
        end[3] = JSONByte.zero + UInt8(truncatingIfNeeded: rest / 1_000)
      } else {
        storeNumber(rest / 100, at: end + 3)
        storeNumber(rest % 100, at: end + 5)
      }
      end += isShort ? 4 : 7
    }
    end.pointee = UInt8(ascii: "Z")
    return end + 1 - start
  }

  private static func storeNumber(_ number: Int64, at target: UnsafeMutablePointer<UInt8>) {
    target[0] = JSONByte.zero + UInt8(truncatingIfNeeded: number / 10)
    target[1] = JSONByte.zero + UInt8(truncatingIfNeeded: number % 10)
  }

  /// An instant with a precision of a microsecond, in a four-digit year.
  struct Instant {
    let date: (year: Int64, month: Int64, day: Int64)
    let secondOfDay: Int64
    let microsecond: Int64

    /// - Parameter interval: seconds since 2001. Returns nil if the year does not have four digits.
    init?(_ interval: Double) {
      guard interval.magnitude < 1e12 else { return nil }
      var seconds = Int64(interval.rounded(.down))
      var microsecond = Int64(((interval - interval.rounded(.down)) * 1e6).rounded())
      if microsecond == 1_000_000 {
        seconds += 1
        microsecond = 0
      }
      let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
      date = civil(day)
      guard (0...9999).contains(date.year) else { return nil }
      secondOfDay = seconds - day * 86_400
      self.microsecond = microsecond
    }
  }

  private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both directions count in years that begin in March, so that a leap day comes last, and in eras of 400 years, which
  // all have 146,097 days.

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear >= 0 ? marchYear / 400 : -1
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - referenceDay
  }

  private static func civil(_ dayFromReference: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let day = dayFromReference + referenceDay
    let era = day >= 0 ? day / 146_097 : -((146_096 - day) / 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Parses the part after the seconds.
  private struct Scanner {
    let rest: UnsafeBufferPointer<UInt8>
    var index = 0

    var isAtEnd: Bool { index == rest.count }

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard index < rest.count, rest[index] == UInt8(ascii: letter) else { return false }
      index += 1
      return true
    }

    mutating func digit() -> Int64? {
      guard index < rest.count, rest[index] &- JSONByte.zero <= 9 else { return nil }
      index += 1
      return Int64(rest[index - 1] - JSONByte.zero)
    }

    /// Parses a number with exactly this many digits.
    mutating func number(_ width: Int) -> Int64? {
      var value: Int64 = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Parses the digits after a point. Those after the fifteenth are below the precision of a Double in seconds.
    mutating func fraction() -> Double? {
      guard let first = digit() else { return nil }
      var value = first
      var scale = 10.0
      while let digit = digit() {
        if scale < 1e15 {
          value = value * 10 + digit
          scale *= 10
        }
      }
      return Double(value) / scale
    }

    /// Parses `Z` or an offset: `+02:00`, `+0200`, `+02`. Returns seconds.
    mutating func offset() -> Int64? {
      if take("Z") || take("z") { return 0 }
      let isNegative = take("-")
      guard isNegative || take("+"), let hours = number(2), hours < 24 else { return nil }
      var minutes: Int64 = 0
      if !isAtEnd {
        _ = take(":")
        guard let number = number(2), number < 60 else { return nil }
        minutes = number
      }
      let seconds = hours * 3_600 + minutes * 60
      return isNegative ? -seconds : seconds
    }
  }
}
