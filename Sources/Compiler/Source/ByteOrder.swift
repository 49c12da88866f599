#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The order of UTF-8 bytes, independent of the locale.
package enum ByteOrder {
  /// Whether `left` sorts before `right`. A prefix sorts before longer strings.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    var left = left
    var right = right
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let start = left.baseAddress, let other = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(start, other, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }
}
