/// The JSON of the shapes: 4,000 objects each, the same in each run.
struct ShapeText {
  private var values: UInt64 = 42
  /// Apart from the values, which are the same in any order.
  private var order: UInt64 = 7
  private let isShuffled: Bool

  private init(isShuffled: Bool) { self.isShuffled = isShuffled }

  /// An object for a place in the list, as its members: a name and JSON each.
  typealias Row = @Sendable (inout ShapeText, Int) -> [(String, String)]

  static func make(_ field: String, isShuffled: Bool, _ row: Row) -> [UInt8] {
    var text = ShapeText(isShuffled: isShuffled)
    let rows = (0..<4_000).map { index in text.object(row(&text, index)) }
    return Array("{\"\(field)\":[\(rows.joined(separator: ","))]}".utf8)
  }

  mutating func object(_ members: [(String, String)]) -> String {
    var members = members
    if isShuffled {
      for index in members.indices.reversed() { members.swapAt(index, Self.random(index + 1, &order)) }
    }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// The same sequence of numbers in each run.
  mutating func random(_ bound: Int) -> Int { Self.random(bound, &values) }

  private static func random(_ bound: Int, _ state: inout UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func element(_ list: [String]) -> String { list[random(list.count)] }

  static let longCoordinates: Row = { text, _ in
    ["latitude", "longitude", "altitude", "accuracy"].map { name in
      let value = Double(text.random(180_000_000)) / 1_000_000 + Double(text.random(1 << 30)) * 0x1p-70
      // As languages print what was computed: 16 or 17 digits.
      return (name, "\((value / 3).nextUp)")
    }
  }

  static let shortCoordinates: Row = { text, _ in
    ["latitude", "longitude", "altitude", "accuracy"].map { name in
      (name, "\(text.random(180)).\(text.random(9) + 1)\(text.random(9) + 1)")
    }
  }

  static let escapes: Row = { text, index in
    let words = [
      #"\u00fcber"#, #"caf\u00e9"#, #"\u65e5\u672c\u8a9e"#, #"line\n"#, #"\"quoted\""#, #"a\/b"#, "plain",
    ]
    return ["title", "summary", "body"].map { name in
      (name, "\"" + (0..<6).map { _ in text.element(words) }.joined(separator: " ") + " \(index)\"")
    }
  }

  static let ascii: Row = { text, index in
    let words = ["reader", "of", "responses", "measures", "plain", "English", "text", "without", "escapes"]
    return ["title", "summary", "body"].map { name in
      (name, "\"" + (0..<6).map { _ in text.element(words) }.joined(separator: " ") + " \(index)\"")
    }
  }

  /// The rows of `ascii` without their body.
  static let summaries: Row = { text, index in Array(ascii(&text, index).dropLast()) }

  static let optionals: Row = { text, index in
    "abcdefghij".enumerated().map { position, letter in
      guard text.random(2) == 0 else { return (String(letter), "null") }
      return (String(letter), ["\"text\"", "\(index)", "\(index).5", "true"][position % 4])
    }
  }

  static let enums: Row = { text, _ in
    func value(_ names: String...) -> String { "\"\(text.element(names))\"" }
    return [
      (
        "kind",
        value(
          "BUG", "FEATURE_REQUEST", "QUESTION", "DOCUMENTATION_CHANGE", "PERFORMANCE", "SECURITY_ADVISORY")
      ),
      (
        "status",
        value(
          "OPEN", "IN_PROGRESS", "WAITING_FOR_REVIEW", "CLOSED_AS_COMPLETED", "CLOSED_AS_DUPLICATE")
      ),
      ("priority", value("LOW", "MEDIUM", "HIGH", "CRITICAL")),
      ("visibility", value("PUBLIC", "INTERNAL_TO_ORGANIZATION", "PRIVATE")),
    ]
  }

  static let unions: Row = { text, index in
    let start = [("id", "\"item-\(index)\""), ("title", "\"Title of number \(index)\"")]
    return switch text.random(3) {
    case 0: [("__typename", "\"Song\"")] + start + [("seconds", "\(index % 600)")]
    case 1:
      [("__typename", "\"Film\"")] + start + [("minutes", "\(index % 200)"), ("director", "\"A Director\"")]
    default: [("__typename", "\"Book\"")] + start + [("pages", "\(index % 900)")]
    }
  }

  static let levels: Row = { text, index in
    var members = [("number", "\(index)")]
    for level in 1..<8 { members = [("number", "\(index + level)"), ("next", text.object(members))] }
    return members
  }

  static let scalars: Row = { text, index in
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Array("0123456789abcdef")[text.random(16)] })
    }
    func two(_ bound: Int) -> String { String("\(100 + 1 + text.random(bound))".dropFirst()) }
    func date() -> String { "\"20\(two(30))-\(two(12))-\(two(28))T\(two(22)):\(two(58)):\(two(58))Z\"" }
    return [
      ("id", "\"\(digits(8))-\(digits(4))-\(digits(4))-\(digits(4))-\(digits(12))\""),
      ("createdAt", date()), ("updatedAt", date()),
      ("link", "\"https://example.com/items/\(index)?page=\(index % 7)\""),
    ]
  }
}
