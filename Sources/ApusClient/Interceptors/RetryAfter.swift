import Foundation

/// The field `Retry-After`: seconds, or a date.
///
/// Specification: RFC 9110, section 10.2.3.
enum RetryAfter {
  /// How long to wait; nil for a text that says neither.
  static func duration(_ field: String, now: Date) -> Duration? {
    let text = field.filter { $0 != " " || field.contains(",") }
    if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = formatter.date(from: text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now)))
  }
}
