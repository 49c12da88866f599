import ApusSource

/// Documents do not use what was to be removed by now. This rule of our own is off by default.
extension DiagnosticCode {
  package static let expiredDeprecation = DiagnosticCode(
    "expired-deprecation",
    title: "A deprecated element is used after the date in its deprecation",
    explanation: """
      The reason of `@deprecated` often says until when the element is available: "Removed after 2026-01-31." The latest date in the reason that is
      written like this, YYYY-MM-DD, is taken for the last day. Dates in other forms are not read, and neither is a date after the word "since":
      "Deprecated since 2023-01-01." From the next day on, in UTC, this code is reported instead of the usual one, such as `deprecated-field`. The
      stricter severity of the two applies. The build therefore depends on the day.
      """,
    example:
      "{ album(id: \"7\") { coverUrl } }  # coverUrl: String @deprecated(reason: \"Use cover. Removed after 2026-01-31.\")",
    fix: "Use the replacement that the reason names, now.", isWarning: true, switchedOnBy: "\"warning\"")
}

extension LintOptions {
  /// The date in a deprecation's reason, if the rule is on and the date is over.
  func expiry(of reason: String) -> CalendarDate? {
    guard codes.contains(.expiredDeprecation), let today, let date = CalendarDate.latestEnd(in: reason),
      date < today
    else { return nil }
    return date
  }
}
