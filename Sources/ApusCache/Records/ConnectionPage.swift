import Apus

/// Which part of a connection a field asks for.
///
/// Specification: <https://relay.dev/graphql/connections.htm#sec-Arguments>.
struct ConnectionPage: Sendable {
  static let arguments: Set<String> = ["first", "after", "last", "before"]

  var first: Int?
  var last: Int?
  /// The cursors, as text; nil where there is none.
  var after: String?
  var before: String?

  /// The arguments of a field.
  init(_ arguments: [String: GraphQLValue]) {
    first = arguments["first"]?.int
    last = arguments["last"]?.int
    after = Self.text(arguments["after"])
    before = Self.text(arguments["before"])
  }

  private static func text(_ value: GraphQLValue?) -> String? {
    value?.string ?? value?.number.map { "\($0)" }
  }
}

/// Which part of a connection is kept, beside what it has.
struct ConnectionState: Equatable {
  /// Whether the list begins with the connection's first element, and ends with its last.
  var hasStart = false
  var hasEnd = false
  /// The cursor that the list comes behind, or in front of, where it was asked for so.
  var after: String?
  var before: String?
  /// How many elements were asked for, from the connection's first element on, and up to its last. Fewer may have come.
  var askedFirst = 0
  var askedLast = 0
  /// Whether a program wrote it, as all that there is.
  var isWhole = false

  init(
    hasStart: Bool, hasEnd: Bool, after: String?, before: String?, askedFirst: Int, askedLast: Int,
    isWhole: Bool = false
  ) {
    self.hasStart = hasStart
    self.hasEnd = hasEnd
    self.after = after
    self.before = before
    self.askedFirst = askedFirst
    self.askedLast = askedLast
    self.isWhole = isWhole
  }

  /// The state that a record has as text.
  init?(_ json: UnsafeRawBufferPointer) {
    guard let value = try? GraphQLValue(json: json), value.object != nil else { return nil }
    hasStart = value["start"].bool ?? false
    hasEnd = value["end"].bool ?? false
    after = value["after"].string
    before = value["before"].string
    askedFirst = value["asked"].int ?? 0
    askedLast = value["askedLast"].int ?? 0
    isWhole = value["whole"].bool ?? false
  }

  var json: String {
    var members: [String: GraphQLValue] = [
      "start": .bool(hasStart), "end": .bool(hasEnd), "asked": .number(GraphQLNumber(askedFirst)),
      "askedLast": .number(GraphQLNumber(askedLast)),
    ]
    if let after { members["after"] = .string(after) }
    if let before { members["before"] = .string(before) }
    if isWhole { members["whole"] = true }
    return GraphQLValue.object(members).description
  }
}

extension Blob {
  /// What is kept of a connection; nil when this is none.
  var connection: ConnectionState? {
    guard let at = position(of: FieldNames.page, hint: count - 1) else { return nil }
    return ConnectionState(UnsafeRawBufferPointer(start: value(slots[at]), count: Int(slots[at].b)))
  }

  /// An object or a list that a field has.
  func inner(_ field: UInt32, _ kind: UInt32) -> Blob? {
    guard let at = position(of: field, hint: 0), slots[at].kind == kind else { return nil }
    return Blob(value(slots[at]))
  }

  /// The text of a field's string.
  func text(_ field: UInt32) -> String? {
    guard let at = position(of: field, hint: 0), slots[at].kind == SlotKind.json, slots[at].b > 0 else {
      return nil
    }
    let start = value(slots[at]).assumingMemoryBound(to: UInt8.self)
    let json = UnsafeBufferPointer(start: start, count: Int(slots[at].b))
    if json[0] == UInt8(ascii: "\"") { return JSONScanner.text(json) }
    return json[0] == UInt8(ascii: "n") ? nil : String(decoding: json, as: UTF8.self)
  }
}
