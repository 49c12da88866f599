/// RFC 3339 date-times, to and from seconds since 2001-01-01T00:00:00Z, which is how `Date` counts.
///
/// In 64 bits: `Int` has 32 on some watches.
enum DateTimeText {
  /// Days from 0000-03-01 to 2001-01-01 in the Gregorian calendar, continued backwards.
  private static let referenceDay: Int64 = 730_791

  /// The instant that a text names; nil when the text is no date-time, or has no offset and so names none.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var scanner = Scanner(text: text)
    guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
      let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2), scanner.take(":"),
      let second = scanner.number(2)
    else { return nil }
    // A leap second, 60, is the next minute's first.
    guard (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    var fraction = 0.0
    if scanner.take(".") || scanner.take(",") {
      guard let digits = scanner.fraction() else { return nil }
      fraction = digits
    }
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Double(seconds) + fraction
  }

  /// The text for an instant, in UTC: `2024-05-01T12:30:00Z`, `2024-05-01T12:30:00.250Z`.
  ///
  /// A fraction is written only when there is one: three digits if they say it all, else six. Nil when the year has not
  /// four digits.
  static func text(_ interval: Double) -> String? {
    guard interval.magnitude < 1e12 else { return nil }
    var seconds = Int64(interval.rounded(.down))
    var microseconds = Int64(((interval - interval.rounded(.down)) * 1e6).rounded())
    if microseconds == 1_000_000 {
      seconds += 1
      microseconds = 0
    }
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let time = seconds - day * 86_400
    let date = civil(day)
    guard (0...9999).contains(date.year) else { return nil }
    var text = padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
    text += padded(time / 3_600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
    if microseconds % 1_000 != 0 {
      text += "." + padded(microseconds, 6)
    } else if microseconds != 0 {
      text += "." + padded(microseconds / 1_000, 3)
    }
    return text + "Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Both count in years that begin in March, so that a leap day is a year's last, and in eras of 400 years, which all
  // have 146,097 days.

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

  /// Takes a text apart from its start.
  private struct Scanner {
    let text: UnsafeBufferPointer<UInt8>
    var index = 0

    var isAtEnd: Bool { index == text.count }

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard index < text.count, text[index] == UInt8(ascii: letter) else { return false }
      index += 1
      return true
    }

    mutating func digit() -> Int64? {
      guard index < text.count, text[index] &- JSONByte.zero <= 9 else { return nil }
      index += 1
      return Int64(text[index - 1] - JSONByte.zero)
    }

    /// A number of exactly so many digits.
    mutating func number(_ width: Int) -> Int64? {
      var value: Int64 = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Digits behind a point; beyond the fifteenth they are below what a Double of seconds can tell.
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

    /// `Z`, or an offset in seconds: `+02:00`, `+0200`, `+02`.
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
