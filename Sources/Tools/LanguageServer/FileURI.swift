/// Converts between `file:` URIs (RFC 8089) and paths.
enum FileURI {
  /// The path of a URI; nil for any other scheme.
  static func path(_ uri: String) -> String? {
    let bytes = Array(uri.utf8)
    let scheme = Array("file:".utf8)
    guard bytes.count > scheme.count, (0..<scheme.count).allSatisfy({ bytes[$0] | 0x20 == scheme[$0] | 0x20 })
    else {
      return nil
    }
    var rest = bytes[scheme.count...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      // The path may be preceded by a host, which must be empty or this one.
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
      let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
      if !host.isEmpty, host != "localhost" { return nil }
      rest = rest[slash...]
    }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    return decoded(Array(rest))
  }

  private static func decoded(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The URI of an absolute path.
  static func uri(_ path: String) -> String {
    var result = Array("file://".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "@"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
