/// A day of the Gregorian calendar.
package struct CalendarDate: Comparable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// - Returns: nil if the calendar does not have the day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= CalendarDate.length(of: month, in: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day, in UTC, that many seconds after 1970-01-01.
  package init(secondsSince1970 seconds: Int) {
    var days = seconds.quotientRoundedDown(by: 86_400)
    // The calendar repeats after 400 years, which are 146,097 days.
    let eras = days.quotientRoundedDown(by: 146_097)
    days -= eras * 146_097
    var year = 1970 + eras * 400
    while days >= CalendarDate.length(of: year) {
      days -= CalendarDate.length(of: year)
      year += 1
    }
    var month = 1
    while days >= CalendarDate.length(of: month, in: year) {
      days -= CalendarDate.length(of: month, in: year)
      month += 1
    }
    self.year = year
    self.month = month
    day = days + 1
  }

  /// The latest day by which a text says that something ends, in the form of ISO 8601: `2026-01-31`.
  ///
  /// A day after the word "since" is when something began, so it does not count. A number with more digits is not a day.
  ///
  /// - Returns: nil if the text has none.
  package static func latestEnd(in text: String) -> CalendarDate? {
    let bytes = Array(text.utf8)
    func number(_ digits: Range<Int>) -> Int? {
      var number = 0
      for index in digits {
        guard isDigit(bytes[index]) else { return nil }
        number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      }
      return number
    }
    var latest: CalendarDate?
    for start in bytes.indices {
      let end = start + 10
      guard end <= bytes.count else { break }
      guard bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
        start == 0 || !isDigit(bytes[start - 1]), end == bytes.count || !isDigit(bytes[end]),
        let year = number(start..<start + 4), let month = number(start + 5..<start + 7),
        let day = number(start + 8..<end), let date = CalendarDate(year: year, month: month, day: day)
      else { continue }
      if isBeginning(start, in: bytes) { continue }
      latest = max(date, latest ?? date)
    }
    return latest
  }

  /// Whether the last word before an index is "since".
  private static func isBeginning(_ index: Int, in bytes: [UInt8]) -> Bool {
    let words = String(decoding: bytes[..<index], as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
    return words.last?.lowercased() == "since"
  }

  package static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day as in ISO 8601: `2026-01-31`.
  package var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }

  private static func length(of year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  fileprivate func quotientRoundedDown(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
