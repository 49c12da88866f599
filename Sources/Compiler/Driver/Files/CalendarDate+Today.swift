import ApusSource

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension CalendarDate {
  /// The current day, in UTC.
  static var today: CalendarDate { CalendarDate(secondsSince1970: Int(time(nil))) }
}
