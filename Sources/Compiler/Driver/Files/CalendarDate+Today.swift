import ApusSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension CalendarDate {
  /// The current day, in UTC.
  static var today: CalendarDate { CalendarDate(secondsSince1970: Int(time(nil))) }
}
