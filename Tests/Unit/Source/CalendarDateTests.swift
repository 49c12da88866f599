import Testing

@testable import ApusSource

@Suite(.timeLimit(.minutes(15))) struct CalendarDateTests {
  @Test(arguments: [
    (0, "1970-01-01"), (86_399, "1970-01-01"), (86_400, "1970-01-02"), (-1, "1969-12-31"),
    (951_782_400, "2000-02-29"),
    (1_767_139_200, "2025-12-31"), (1_772_236_800, "2026-02-28"), (4_107_542_400, "2100-03-01"),
    (-62_135_596_800, "0001-01-01"),
  ])
  func `seconds become a day`(seconds: Int, day: String) {
    #expect(CalendarDate(secondsSince1970: seconds).text == day)
  }

  /// Counts the days from a known one, as people do.
  @Test func `every day has its successor`() {
    var (year, month, day) = (1970, 1, 1)
    for number in 0..<200_000 {
      let date = CalendarDate(secondsSince1970: number * 86_400)
      #expect(date == CalendarDate(year: year, month: month, day: day))
      if CalendarDate(year: year, month: month, day: day + 1) != nil {
        day += 1
      } else {
        (month, day) = (month % 12 + 1, 1)
        if month == 1 { year += 1 }
      }
    }
    #expect((year, month, day) == (2517, 8, 1))
  }

  @Test(arguments: [
    ("Removed after 2026-01-31.", "2026-01-31"), ("2026-01-31T10:00Z", "2026-01-31"),
    ("2024-02-29", "2024-02-29"),
    ("since 2025-01-01, until 2026-12-31, decided 2024-01-01", "2026-12-31"), ("é2026-01-31é", "2026-01-31"),
    ("2023-02-29", nil), ("2026-13-01", nil), ("2026-00-01 2026-01-00 0000-01-01", nil), ("12026-01-31", nil),
    ("2026-01-311", nil),
    ("", nil), ("2026-01-3", nil), ("2026/01/31", nil),
    ("Deprecated since 2023-01-01.", nil), ("SINCE: (2026-01-31)", nil), ("since\n2026-01-31", nil),
    ("Until 2025-06-30, since 2026-01-31", "2025-06-30"), ("since v2, 2026-01-31", "2026-01-31"),
    ("insince 2026-01-31", "2026-01-31"), ("since 2023-01-01 2026-01-31", "2026-01-31"),
  ])
  func `the latest day on which something ends`(text: String, day: String?) {
    #expect(CalendarDate.latestEnd(in: text)?.text == day)
  }
}
