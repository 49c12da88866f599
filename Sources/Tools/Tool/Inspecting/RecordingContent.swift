import ApusInspectorPage
import ApusSource

/// A recording, for the inspector's page: JSON lines, the first of which describes the session.
struct RecordingContent: InspectorContent {
  /// Identifies a record: a later line replaces an earlier one.
  private struct Identity: Hashable {
    var type: String
    var id: Int
  }

  /// The version of the format that this program knows.
  private static let version = 1

  private var lines: [[UInt8]] = []
  private var places: [Identity: Int] = [:]
  /// The reason that the file is not a recording; nil if it is one.
  private(set) var fault: String?

  init(_ file: SourceFile) {
    let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where fault == nil {
      add(Array(line))
    }
    if lines.isEmpty, fault == nil { fault = Self.noRecording }
  }

  private static let noRecording =
    "This is not a recording: its first line must be the \"session\" that GraphQLRecording writes."

  private mutating func add(_ line: [UInt8]) {
    let number = lines.count + 1
    guard let root = try? JSONTree.parse(SourceFile(path: "line", bytes: line)).root,
      let type = root["type"]?.string
    else {
      fault =
        lines.isEmpty ? Self.noRecording : "Line \(number) is not a record: a JSON object with a \"type\"."
      return
    }
    if lines.isEmpty {
      guard type == "session" else { return fault = Self.noRecording }
      guard root["version"]?.integer == Self.version else {
        return fault = "The recording has another format than version \(Self.version). Update Apus."
      }
    } else if let id = root["id"]?.integer {
      places[Identity(type: type, id: id)] = lines.count
    }
    lines.append(line)
  }

  /// The number of records.
  var count: Int { places.count }

  // MARK: - The page

  var isOver: Bool { false }

  /// The largest part of the file that is sent at once, in bytes.
  private static let largestPart = 1 << 20

  func records(after cursor: inout InspectorCursor, limit: Int) -> [[UInt8]] {
    // The lines count as the sequence; the session comes first with every connection.
    var texts: [[UInt8]] = []
    if !cursor.hasSession {
      cursor.hasSession = true
      texts += lines.prefix(1)
    }
    var next = max(1, min(cursor.sequence, lines.count) + 1)
    var size = 0
    while next < lines.count, texts.count < limit, size < Self.largestPart {
      texts.append(lines[next])
      size += lines[next].count
      cursor.sequence = next
      next += 1
    }
    return texts
  }

  func answer(_ route: Substring, _ parameters: [String: String]) -> InspectorAnswer {
    guard route == "operation" || route == "write" else {
      return .missing("A recording has no '\(route)'.")
    }
    guard let id = parameters["id"].flatMap({ Int($0) }),
      let place = places[Identity(type: String(route), id: id)]
    else { return .missing("The recording has no such record.") }
    return .json(lines[place])
  }
}
