import Apus

/// Parses the document that is sent to the server.
struct PlanParser {
  /// The prefix of the aliases that the compiler gives to fields added for the cache.
  private static let cachePrefix = Array("___".utf8)

  private(set) var document = PlanDocument.empty
  private let types: TypeTable
  /// The text and a terminating zero, which no token contains.
  private let bytes: [UInt8]
  private var p = 0
  private var depth = 0

  init(_ text: String, _ types: TypeTable) {
    bytes = Array(text.utf8) + [0]
    self.types = types
  }

  mutating func parse() throws {
    var firstFragment: Int?
    var operation: Int?
    while true {
      skipSpace()
      if bytes[p] == 0 { break }
      var keyword = "query"
      if !isAt("{") { keyword = try name() }
      if keyword == "fragment" {
        let fragment = try name()
        if take("(") { try variables() }
        guard try name() == "on" else { throw failure }
        let type = try name()
        _ = try directives()
        let set = try selectionSet(type)
        document.fragments[fragment] = set
        if firstFragment == nil { firstFragment = set }
      } else {
        guard let kind = OperationKind(rawValue: keyword), operation == nil else { throw failure }
        document.kind = kind
        skipSpace()
        if !isAt("{"), !isAt("("), !isAt("@") { _ = try name() }
        if take("(") { try variables() }
        _ = try directives()
        operation = try selectionSet(types.roots[kind] ?? "")
      }
    }
    guard p == bytes.count - 1, let root = operation ?? firstFragment else { throw failure }
    document.root = root
  }

  private var failure: GraphQLCacheError { .unreadableDocument(offset: p) }

  // MARK: - Selections

  private mutating func selectionSet(_ type: String) throws -> Int {
    guard take("{") else { throw failure }
    depth += 1
    defer { depth -= 1 }
    guard depth < 512 else { throw failure }
    let number = document.sets.count
    document.sets.append(PlanDocument.SelectionSet(type: type))
    var items: [PlanDocument.Item] = []
    while !take("}") {
      items.append(takeSpread() ? try fragment(type) : .field(try field(type)))
    }
    document.sets[number].items = items
    return number
  }

  private mutating func fragment(_ type: String) throws -> PlanDocument.Item {
    skipSpace()
    var condition: String?
    if !isAt("{"), !isAt("@") {
      let word = try name()
      guard word == "on" else { return .spread(word, try directives().conditions) }
      condition = try name()
    }
    let conditions = try directives().conditions
    return .inline(on: condition, conditions, set: try selectionSet(condition ?? type))
  }

  private mutating func field(_ type: String) throws -> PlanDocument.Field {
    skipSpace()
    let hasPrefix = bytes[p...].starts(with: Self.cachePrefix)
    let key = try name()
    var field = PlanDocument.Field(key: key, name: key, isHidden: false)
    if take(":") { field.name = try name() }
    field.isHidden = hasPrefix && Self.isHidden(key, field.name)
    field.arguments = try arguments()
    field.directives = try directives()
    skipSpace()
    if isAt("{") { field.set = try selectionSet(types.type(of: field.name, in: type)) }
    return field
  }

  /// Whether the compiler made an alias that begins with the prefix: the prefix alone for `__typename`, or followed by the field's
  /// name; between them there may be a number. Other aliases are the document's own.
  private static func isHidden(_ alias: String, _ name: String) -> Bool {
    let rest = alias.utf8.dropFirst(cachePrefix.count).drop { $0 &- 0x30 < 10 }
    return rest.isEmpty ? name == "__typename" : rest.elementsEqual(name.utf8)
  }

  private mutating func directives() throws -> PlanDocument.Directives {
    var found = PlanDocument.Directives()
    while take("@") {
      let directive = try name()
      let arguments = try arguments()
      switch directive {
      case "include", "skip":
        let isInclude = directive == "include"
        switch arguments.first?.value {
        case .variable(let name)?: found.conditions.append(.variable(name, isTrue: isInclude))
        case .constant(.bool(let value))?: found.conditions.append(.constant(value == isInclude))
        default: throw failure
        }
      // Delivery in parts does not change the data.
      case "defer", "stream": continue
      default: found.others.append((directive, arguments))
      }
    }
    return found
  }

  // MARK: - Variables and values

  private mutating func variables() throws {
    while !take(")") {
      guard take("$") else { throw failure }
      let variable = try name()
      guard take(":") else { throw failure }
      try type()
      if take("=") { document.defaults[variable] = try constant() }
      _ = try directives()
    }
  }

  private mutating func type() throws {
    if take("[") {
      try type()
      guard take("]") else { throw failure }
    } else {
      _ = try name()
    }
    _ = take("!")
  }

  private mutating func constant() throws -> [UInt8] {
    guard case .text(let text) = ArgumentText(try value(), [:]) else { throw failure }
    return text
  }

  private mutating func arguments() throws -> [PlanDocument.Argument] {
    guard take("(") else { return [] }
    return try members(until: ")")
  }

  private mutating func members(until end: Unicode.Scalar) throws -> [PlanDocument.Argument] {
    var found: [PlanDocument.Argument] = []
    while !take(end) {
      let name = try name()
      guard take(":") else { throw failure }
      found.append(PlanDocument.Argument(name: name, value: try value()))
    }
    return found
  }

  private mutating func value() throws -> PlanDocument.ArgumentValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < 512 else { throw failure }
    if take("$") { return .variable(try name()) }
    if take("[") {
      var elements: [PlanDocument.ArgumentValue] = []
      while !take("]") { elements.append(try value()) }
      return .list(elements)
    }
    if take("{") { return .object(try members(until: "}")) }
    if isAt("\"") { return .constant(.string(try string())) }
    let start = p
    if Self.isNameStart(bytes[p]) {
      switch try name() {
      case "true": return .constant(true)
      case "false": return .constant(false)
      case "null": return .constant(.null)
      default: return .constant(.string(String(decoding: bytes[start..<p], as: UTF8.self)))
      }
    }
    while Self.isNumber(bytes[p]) { p += 1 }
    guard let number = GraphQLNumber(String(decoding: bytes[start..<p], as: UTF8.self)) else {
      throw failure
    }
    return .constant(.number(number))
  }

  /// Parses a string with escapes. Documents are sent without block strings.
  private mutating func string() throws -> String {
    p += 1
    var text: [UInt8] = []
    while bytes[p] != UInt8(ascii: "\"") {
      guard bytes[p] >= 0x20 || bytes[p] == 0x09 else { throw failure }
      if bytes[p] != UInt8(ascii: "\\") {
        text.append(bytes[p])
        p += 1
        continue
      }
      p += 2
      switch bytes[p - 1] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text += Array(String(try escapedScalar()).utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[p - 1])
      default: throw failure
      }
    }
    p += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses what follows `\u`: four hexadecimal digits, a surrogate pair, or digits in braces.
  private mutating func escapedScalar() throws -> Unicode.Scalar {
    if take("{") {
      let digits = try hexadecimal(6)
      guard take("}"), let scalar = Unicode.Scalar(digits) else { throw failure }
      return scalar
    }
    let first = try hexadecimal(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard bytes[p] == UInt8(ascii: "\\"), bytes[p + 1] == UInt8(ascii: "u") else { throw failure }
    p += 2
    let second = try hexadecimal(4)
    guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw failure }
    return scalar
  }

  private mutating func hexadecimal(_ count: Int) throws -> UInt32 {
    let start = p
    while p < start + count, let digit = Character(Unicode.Scalar(bytes[p])).hexDigitValue, digit >= 0 {
      p += 1
    }
    guard let value = UInt32(String(decoding: bytes[start..<p], as: UTF8.self), radix: 16) else {
      throw failure
    }
    return value
  }

  // MARK: - Tokens

  private mutating func skipSpace() {
    while bytes[p] == 0x20 || bytes[p] == 0x0A || bytes[p] == 0x0D || bytes[p] == 0x09
      || bytes[p] == UInt8(ascii: ",")
    { p += 1 }
  }

  private func isAt(_ mark: Unicode.Scalar) -> Bool { bytes[p] == UInt8(ascii: mark) }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard isAt(mark) else { return false }
    p += 1
    return true
  }

  private mutating func takeSpread() -> Bool {
    skipSpace()
    guard isAt("."), bytes[p + 1] == UInt8(ascii: "."), bytes[p + 2] == UInt8(ascii: ".") else {
      return false
    }
    p += 3
    return true
  }

  private mutating func name() throws -> String {
    skipSpace()
    let start = p
    guard Self.isNameStart(bytes[p]) else { throw failure }
    while Self.isNameStart(bytes[p]) || bytes[p] &- 0x30 < 10 { p += 1 }
    return String(decoding: bytes[start..<p], as: UTF8.self)
  }

  private static func isNameStart(_ byte: UInt8) -> Bool { byte == 0x5F || (byte | 0x20) &- 0x61 < 26 }

  private static func isNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
      || byte | 0x20 == UInt8(ascii: "e")
  }
}
