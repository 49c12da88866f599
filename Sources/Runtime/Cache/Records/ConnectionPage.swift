import Apus

/// The page that a connection's arguments request.
///
/// Specification: <https://relay.dev/graphql/connections.htm#sec-Arguments>.
struct ConnectionPage: Sendable {
  static let arguments: Set<String> = ["first", "after", "last", "before"]

  var first: Int?
  var last: Int?
  /// The cursors as text.
  var after: String?
  var before: String?

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

/// The part of a connection that a stored list covers.
struct ConnectionState: Equatable {
  /// Whether the list includes the connection's first element, and its last.
  var hasStart = false
  var hasEnd = false
  /// The cursor that the list follows, or precedes, if it was requested that way.
  var after: String?
  var before: String?
  /// The number of elements requested from the connection's start, and up to its end; fewer may have arrived.
  var askedFirst = 0
  var askedLast = 0
  /// Whether the app wrote it, with all stored elements.
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

  /// Decodes a stored state.
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
  /// The state of a stored connection; nil if this is not one.
  var connection: ConnectionState? {
    guard let at = position(of: FieldNames.page, hint: count - 1) else { return nil }
    return ConnectionState(UnsafeRawBufferPointer(start: value(slots[at]), count: Int(slots[at].b)))
  }

  /// The object or list in a field.
  func inner(_ field: UInt32, _ kind: UInt32) -> Blob? {
    guard let at = position(of: field, hint: 0), slots[at].kind == kind else { return nil }
    return Blob(value(slots[at]))
  }

  /// The value of a string field.
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
