import ApusPlatform

/// Reads a stream of server-sent events, in pieces of any size.
///
/// Specification: <https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream>.
struct EventStreamReader {
  /// An event in the stream.
  struct Event: Hashable {
    /// The event's type; `message` if the server does not specify one.
    var name: String
    /// The event's lines of data, joined by line feeds.
    var data: Data
  }

  private let maximumBytes: Int
  /// The bytes of an incomplete line.
  private var line = Data()
  /// Whether the last byte was a carriage return, which a line feed may follow.
  private var endsInReturn = false
  private var isAtStart = true
  private var name = ""
  private var data = Data()
  private var hasData = false
  private var identifier: String?
  /// The last identifier of an event; nil if no event had one.
  private(set) var lastIdentifier: String?
  /// The delay before reconnecting that the server requested.
  private(set) var retryDelay: Duration?

  /// - Parameter maximumBytes: the maximum size of an event.
  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// Adds bytes.
  ///
  /// - Returns: the events that they complete.
  /// - Throws: ``GraphQLClientError/responseTooLarge(limit:)``.
  mutating func read(_ bytes: Data) throws -> [Event] {
    var events: [Event] = []
    var rest = bytes
    if endsInReturn, rest.first == Self.lineFeed { rest = rest.dropFirst() }
    if !bytes.isEmpty { endsInReturn = false }
    while let end = rest.firstIndex(where: { $0 == Self.lineFeed || $0 == Self.carriageReturn }) {
      line.append(rest[..<end])
      let isReturn = rest[end] == Self.carriageReturn
      rest = rest[(end + 1)...]
      if isReturn {
        if rest.isEmpty { endsInReturn = true }
        if rest.first == Self.lineFeed { rest = rest.dropFirst() }
      }
      try checkSize()
      if let event = endLine() { events.append(event) }
    }
    line.append(rest)
    try checkSize()
    return events
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private func checkSize() throws {
    if line.count + data.count > maximumBytes {
      throw GraphQLClientError.responseTooLarge(limit: maximumBytes)
    }
  }

  private mutating func endLine() -> Event? {
    var field = line
    line = Data()
    if isAtStart {
      isAtStart = false
      // A byte order mark.
      if field.starts(with: [0xEF, 0xBB, 0xBF]) { field = field.dropFirst(3) }
    }
    guard !field.isEmpty else { return endEvent() }
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
      take(field, Data())
      return nil
    }
    var value = field[(colon + 1)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    take(field[..<colon], value)
    return nil
  }

  private mutating func take(_ field: Data, _ value: Data) {
    if field.elementsEqual("data".utf8) {
      if hasData { data.append(Self.lineFeed) }
      data.append(value)
      hasData = true
    } else if field.elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    } else if field.elementsEqual("id".utf8), !value.contains(where: { $0 == 0 }) {
      identifier = String(decoding: value, as: UTF8.self)
    } else if field.elementsEqual("retry".utf8), value.allSatisfy({ 48...57 ~= $0 }),
      let milliseconds = Int32(String(decoding: value, as: UTF8.self))
    {
      retryDelay = .milliseconds(milliseconds)
    }
    // A comment, which is ignored.
  }

  private mutating func endEvent() -> Event? {
    defer {
      name = ""
      data = Data()
      hasData = false
    }
    lastIdentifier = identifier
    // Browsers ignore events without data, but GraphQL servers end a stream with one.
    if !hasData, name.isEmpty { return nil }
    return Event(name: name.isEmpty ? "message" : name, data: data)
  }
}
