import ApusPlatform

/// The field `Retry-After`: seconds, or a date.
///
/// Specification: RFC 9110, sections 10.2.3 and 5.6.7.
package enum RetryAfter {
  /// The time to wait; nil if the value has neither form or is longer than ten years.
  package static func duration(_ field: String, now: Date) -> Duration? {
    let text = field.trimmed
    if let seconds = Int(text) { return 0...longest ~= seconds ? .seconds(seconds) : nil }
    guard let date = date(text, now: now) else { return nil }
    let seconds = date.timeIntervalSince(now)
    return seconds <= Double(longest) ? .seconds(max(0, seconds)) : nil
  }

  /// Ten years.
  private static let longest = 10 * 365 * 24 * 3600

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Parses a date in one of the three formats that recipients must accept:
  /// ```text
  /// Sun, 06 Nov 1994 08:49:37 GMT
  /// Sunday, 06-Nov-94 08:49:37 GMT
  /// Sun Nov  6 08:49:37 1994
  /// ```
  private static func date(_ text: String, now: Date) -> Date? {
    var words = text.split { " ,-:".contains($0) }.map(String.init)
    // The day of the week follows from the date.
    guard words.count >= 7, Int(words.removeFirst()) == nil else { return nil }
    if words.count == 7, words[6] == "GMT" {
      words.removeLast()
    } else {
      // The last format: month before day, and the year at the end.
      words = [words[1], words[0], words[5], words[2], words[3], words[4]] + words[6...]
    }
    guard words.count == 6, let month = months.firstIndex(of: words[1]), let day = Int(words[0]),
      var year = Int(words[2]), let hour = Int(words[3]), let minute = Int(words[4]),
      let second = Int(words[5])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    if words[2].count == 2 {
      // The year that ends in these two digits and is at most 50 years in the future.
      let thisYear = calendar.component(.year, from: now)
      year += thisYear / 100 * 100
      if year > thisYear + 50 { year -= 100 }
    }
    let components = DateComponents(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59))
    return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
  }
}
