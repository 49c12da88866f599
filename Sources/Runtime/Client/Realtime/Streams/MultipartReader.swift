import ApusPlatform

/// Reads the parts of a `multipart/mixed` body, in pieces of any size. The parts are JSON.
///
/// A part is delivered when its JSON is complete, because some servers send the boundary that ends a part together with the next part.
/// Specification: RFC 2046, section 5.1.
struct MultipartReader {
  private enum State {
    /// Nothing was read.
    case start
    /// Before a boundary.
    case boundary
    /// After a boundary, in the part's header fields.
    case head
    /// In a part.
    case part
    /// After the last boundary.
    case end
  }

  /// `--` and the boundary.
  private let delimiter: Data
  private let maximumBytes: Int
  private var state = State.start
  private var buffer: [UInt8] = []
  /// The start of the bytes in `buffer` that were neither delivered nor skipped.
  private var origin = 0
  /// The number of bytes of `buffer` that were examined.
  private var position = 0
  /// The number of bytes moved to the front of `buffer`. A test compares it with the number read.
  private(set) var movedByteCount = 0
  /// The number of open brackets in a part's JSON, and whether it ends within a string.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// The maximum length of a part's header fields.
  private static let maximumHeadBytes = 1 << 14

  /// - Parameters:
  ///   - boundary: the boundary between the parts, without its dashes.
  ///   - maximumBytes: the maximum size of a part.
  init(boundary: String, maximumBytes: Int) {
    delimiter = Data("--\(boundary)".utf8)
    self.maximumBytes = maximumBytes
  }

  /// Creates a reader for a response.
  ///
  /// - Returns: nil if the response has another format.
  init?(_ headers: GraphQLHTTPHeaders, maximumBytes: Int) {
    guard headers["Content-Type"].flatMap(GraphQLMediaType.init) == .multipartMixed else { return nil }
    // The example in RFC 1341 uses this boundary, and some servers omit it.
    self.init(boundary: headers.boundary ?? "-", maximumBytes: maximumBytes)
  }

  /// Whether the boundary that ends the body has arrived.
  var isComplete: Bool { state == .end }

  /// Whether a part has begun but was not delivered yet.
  var isWithinPart: Bool { state == .part && !buffer[origin...].allSatisfy(Self.isSpace) }

  /// Adds bytes.
  ///
  /// - Returns: the parts that they complete, without their header fields.
  /// - Throws: ``GraphQLClientError/responseTooLarge(limit:)``.
  mutating func read(_ bytes: Data) throws -> [Data] {
    if state == .end { return [] }
    buffer.append(contentsOf: bytes)
    var parts: [Data] = []
    while true {
      let moves: Bool
      switch state {
      case .start: moves = readStart()
      case .boundary: moves = readBoundary()
      case .head: moves = try readHead()
      case .part:
        let part = readPart()
        if let part, !part.isEmpty { parts.append(part) }
        moves = part != nil
      case .end: moves = false
      }
      if !moves { break }
    }
    if state == .end { origin = buffer.count }
    compact()
    if buffer.count > maximumBytes { throw GraphQLClientError.responseTooLarge(limit: maximumBytes) }
    return parts
  }

  /// Decides whether the body begins with a boundary or with a part: one server omits the first boundary.
  private mutating func readStart() -> Bool {
    while position < buffer.count, Self.isSpace(buffer[position]) { position += 1 }
    drop(position)
    guard origin < buffer.count else { return false }
    if buffer[origin] == UInt8(ascii: "{") {
      state = .part
      return true
    }
    let field = Array("content-".utf8)
    let beginning = buffer[origin...].prefix(field.count).map { 65...90 ~= $0 ? $0 + 32 : $0 }
    guard beginning.count == field.count || !field.starts(with: beginning) else { return false }
    state = beginning == field ? .head : .boundary
    return true
  }

  private mutating func readBoundary() -> Bool {
    guard let start = find(delimiter) else {
      // Only a possible beginning of a boundary needs to stay.
      drop(max(origin, buffer.count - delimiter.count))
      return false
    }
    // The next two bytes show whether it is the last boundary.
    let end = start + delimiter.count
    guard buffer.count >= end + 2 else { return false }
    if buffer[end] == UInt8(ascii: "-"), buffer[end + 1] == UInt8(ascii: "-") {
      state = .end
      return true
    }
    guard let lineEnd = buffer[end...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
    drop(lineEnd + 1)
    state = .head
    return true
  }

  private mutating func readHead() throws -> Bool {
    // An empty line.
    var lineStart = origin
    while let end = buffer[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = buffer[lineStart..<end]
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) {
        drop(end + 1)
        state = .part
        (depth, isInString, isEscaped) = (0, false, false)
        return true
      }
      // An empty part, without even the end of its header fields.
      if line.starts(with: delimiter) {
        drop(lineStart)
        state = .boundary
        return true
      }
      lineStart = end + 1
    }
    if buffer[lineStart...].starts(with: delimiter), buffer.count >= lineStart + delimiter.count + 2 {
      drop(lineStart)
      state = .boundary
      return true
    }
    if buffer.count - origin > Self.maximumHeadBytes {
      throw GraphQLClientError.responseTooLarge(limit: Self.maximumHeadBytes)
    }
    return false
  }

  /// Reads as much of a part as has arrived.
  ///
  /// - Returns: the part, if its JSON or the part itself is complete; otherwise nil.
  private mutating func readPart() -> Data? {
    while position < buffer.count {
      let byte = buffer[position]
      // A string in JSON cannot contain a line feed, and a dash cannot follow one in JSON.
      if byte == UInt8(ascii: "\n") || position == origin {
        let start = byte == UInt8(ascii: "\n") ? position + 1 : origin
        let following = buffer[start...].prefix(delimiter.count)
        if following.elementsEqual(delimiter) { return endOfPart(at: start) }
        if following.count < delimiter.count, delimiter.starts(with: following) { return nil }
      }
      position += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return endOfPart(at: position) }
      default: break
      }
    }
    return nil
  }

  private mutating func endOfPart(at end: Int) -> Data {
    var (first, last) = (origin, end)
    while first < last, Self.isSpace(buffer[last - 1]) { last -= 1 }
    while first < last, Self.isSpace(buffer[first]) { first += 1 }
    let data = Data(buffer[first..<last])
    drop(end)
    state = .boundary
    return data
  }

  /// Skips the bytes before an index. They stay in `buffer` until ``compact()``.
  private mutating func drop(_ end: Int) { (origin, position) = (end, end) }

  /// Removes skipped bytes once per piece, because removing them for each part would make the time quadratic.
  private mutating func compact() {
    if origin == 0 { return }
    movedByteCount += buffer.count - origin
    buffer.removeFirst(origin)
    position -= origin
    origin = 0
  }

  private func find(_ wanted: Data) -> Int? {
    guard let first = wanted.first else { return nil }
    var start = origin
    while let candidate = buffer[start...].firstIndex(of: first) {
      if buffer[candidate...].starts(with: wanted) { return candidate }
      start = candidate + 1
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || 9...13 ~= byte }
}

extension GraphQLHTTPHeaders {
  /// The parameter `boundary` of the field `Content-Type`; nil if there is none.
  var boundary: String? {
    var rest = Substring(self["Content-Type"] ?? "")
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...]
      let key = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
        }
      } else {
        value = rest.prefix { $0 != ";" }.trimmed
      }
      if key.trimmed.lowercased() == "boundary" { return value }
    }
    return nil
  }
}
