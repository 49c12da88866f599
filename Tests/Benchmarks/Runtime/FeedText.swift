/// The text of a response of some megabytes, the same values in different layouts.
struct FeedText {
  enum Layout: String, CaseIterable {
    case inOrder = "in order"
    case shuffled = "shuffled"
    case pretty = "pretty-printed"
    case escaped = "escaped"
    case unknown = "unknown keys"
    case trailing = "a key at the end"
  }

  private indirect enum Node {
    case object([(String, Node)])
    case list([Node])
    case string(String)
    case literal(String)
  }

  private var random: UInt64 = 42
  private let layout: Layout
  private let typename: String
  private var text = ""

  /// - Parameter typename: the key at the end of ``Layout/trailing``.
  static func make(_ layout: Layout, repositories: Int = 260, typename: String = "__typename") -> [UInt8] {
    var maker = FeedText(layout: layout, typename: typename)
    let feed = maker.feed(repositories)
    maker.write(feed, indent: 0)
    return Array(maker.text.utf8)
  }

  private init(layout: Layout, typename: String) { (self.layout, self.typename) = (layout, typename) }

  private mutating func below(_ limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  private static let words = [
    "swift", "build", "fails", "when", "the", "cache", "is", "cold", "and", "network", "drops", "after", "a",
    "retry",
    "parser", "crashes", "on", "empty", "input", "café", "naïve", "please", "add", "support", "for", "large",
    "files",
    "in", "lists", "“quoted”", "日本", "of", "values", "\"exact\"", "numbers", "path/to/file",
  ]

  private mutating func sentence(_ count: Int, ascii: Bool = false) -> Node {
    var parts: [String] = []
    while parts.count < count {
      let word = Self.words[below(Self.words.count)]
      if !ascii || (word.utf8.allSatisfy { $0 < 0x80 } && !word.contains("\"")) { parts.append(word) }
    }
    return .string(parts.joined(separator: " "))
  }

  private mutating func identifier(_ prefix: String) -> Node {
    .string("\(prefix)_\(1_000_000 + below(9_000_000))")
  }

  private mutating func actor() -> Node {
    let login = "user\(below(100_000))"
    return .object([
      ("id", identifier("U")), ("login", .string(login)),
      ("name", below(4) == 0 ? .literal("null") : sentence(2)),
      ("avatarUrl", .string("https://avatars.example.org/u/\(below(1_000_000))?s=64&v=4")),
    ])
  }

  private mutating func issue() -> Node {
    let isClosed = below(3) == 0
    let labels = (0..<below(4)).map { _ in
      Node.object([
        ("id", identifier("L")), ("name", sentence(1, ascii: true)),
        ("color", .string(String(below(0xFFFFFF), radix: 16))),
      ])
    }
    return .object([
      ("id", identifier("I")), ("number", .literal("\(below(90_000))")), ("title", sentence(7, ascii: true)),
      ("body", sentence(20)), ("state", .string(isClosed ? "CLOSED" : "OPEN")), ("locked", .literal("false")),
      ("createdAt", .string("2024-0\(1 + below(9))-1\(below(10))T1\(below(10)):30:00Z")),
      ("closedAt", isClosed ? .string("2025-01-01T00:00:00Z") : .literal("null")),
      ("author", below(9) == 0 ? .literal("null") : actor()), ("labels", .list(labels)),
      ("commentCount", .literal("\(below(200))")),
      (
        "reactions",
        .object([
          ("thumbsUp", .literal("\(below(99))")), ("thumbsDown", .literal("\(below(9))")),
          ("heart", .literal("\(below(40))")),
        ])
      ),
    ])
  }

  private mutating func feed(_ count: Int) -> Node {
    let repositories = (0..<count).map { _ in
      Node.object([
        ("id", identifier("R")), ("name", sentence(1, ascii: true)),
        ("description", sentence(9, ascii: true)),
        ("url", .string("https://forge.example.org/owner\(below(9_999))/project\(below(9_999))")),
        ("stargazerCount", .literal("\(below(200_000))")), ("forkCount", .literal("\(below(9_000))")),
        ("isPrivate", .literal("false")), ("score", .literal("\(Double(below(1 << 31)) / 3.7e9)")),
        (
          "primaryLanguage",
          below(5) == 0
            ? .literal("null") : .object([("name", .string("Swift")), ("color", .string("#F05138"))])
        ),
        ("owner", actor()), ("topics", .list((0..<below(6)).map { _ in sentence(1, ascii: true) })),
        ("issues", .list((0..<(8 + below(12))).map { _ in issue() })),
      ])
    }
    return .object([("viewer", actor()), ("repositories", .list(repositories))])
  }

  private mutating func write(_ node: Node, indent: Int) {
    switch node {
    case .literal(let literal):
      text += literal
    case .string(let string):
      write(string)
    case .list(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        breakLine(indent + 1)
        write(element, indent: indent + 1)
      }
      if !elements.isEmpty { breakLine(indent) }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in arranged(members).enumerated() {
        if index > 0 { text += "," }
        breakLine(indent + 1)
        write(member.0)
        text += layout == .pretty ? ": " : ":"
        write(member.1, indent: indent + 1)
      }
      breakLine(indent)
      text += "}"
    }
  }

  private mutating func arranged(_ members: [(String, Node)]) -> [(String, Node)] {
    var members = members
    switch layout {
    case .shuffled:
      for index in stride(from: members.count - 1, to: 0, by: -1) { members.swapAt(index, below(index + 1)) }
    case .unknown:
      members.insert(("databaseId", .literal("123456")), at: 0)
      members.insert(("resourcePath", .string("/path/of/a/resource")), at: members.count / 2)
      members.append(("permissions", .literal(#"{"admin":true,"roles":["x"]}"#)))
    case .trailing:
      members.append((typename, .string("Thing")))
    case .inOrder, .pretty, .escaped:
      break
    }
    return members
  }

  private mutating func breakLine(_ indent: Int) {
    if layout == .pretty { text += "\n" + String(repeating: "  ", count: indent) }
  }

  private mutating func write(_ string: String) {
    text += "\""
    for unit in string.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x2F where layout == .escaped: text += "\\/"
      case 0x80... where layout == .escaped:
        text += "\\u" + String(0x1_0000 + UInt32(unit), radix: 16).dropFirst()
      default: text.unicodeScalars.append(Unicode.Scalar(unit) ?? " ")
      }
    }
    text += "\""
  }
}
