import Apus
import Foundation

/// A request with files: the operation, a map that says where the files belong in it, the files.
///
/// Specification: <https://github.com/jaydenseric/graphql-multipart-request-spec>.
struct MultipartRequest {
  private let boundary = "apus-\(UUID().uuidString)"
  private let operation: [UInt8]
  private let map: [UInt8]
  private let uploads: [GraphQLUpload]

  /// - Parameters:
  ///   - json: the operation's request body, with marks for the files.
  ///   - collected: the files.
  init(_ json: [UInt8], _ collected: CollectedUploads) throws {
    uploads = collected.uploads
    var body = try GraphQLValue(json: json)
    var places: [String: GraphQLValue] = [:]
    body.takeMarks(collected.collector, at: "") { index, place in
      places["\(index)"] = .list((places["\(index)"]?.list ?? []) + [.string(place)])
    }
    operation = try body.json()
    map = try GraphQLValue.object(places).json()
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The body: in memory when all files are; otherwise written to a temporary file piece by piece, so that its length is
  /// known, it can be sent again, and no more than a piece is in memory.
  ///
  /// - Throws: what reading or writing a file throws.
  func body() throws -> GraphQLHTTPRequest.Body {
    if uploads.allSatisfy({ if case .data = $0.content { true } else { false } }) {
      var body = Data()
      try write { body.append($0) }
      return .bytes(body)
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(boundary)
    // Files that are sent are nobody else's business.
    guard
      FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else {
      throw GraphQLClientError.invalidRequest("the temporary file \(file.path) cannot be written")
    }
    do {
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try write { try handle.write(contentsOf: $0) }
      return .file(file)
    } catch {
      try? FileManager.default.removeItem(at: file)
      throw error
    }
  }

  private func write(_ append: (Data) throws -> Void) throws {
    // Nothing stands before the first boundary, not even the end of a line.
    try append(Data(head("name=\"operations\"", type: "application/json").utf8.dropFirst(2)) + operation)
    try append(Data(head("name=\"map\"", type: "application/json").utf8) + map)
    for (index, upload) in uploads.enumerated() {
      let disposition = "name=\"\(index)\"; filename=\"\(Self.quotable(upload.fileName))\""
      try append(Data(head(disposition, type: Self.quotable(upload.contentType)).utf8))
      switch upload.content {
      case .data(let data): try append(data)
      case .file(let url): try Self.copy(url, append)
      }
    }
    try append(Data("\r\n--\(boundary)--\r\n".utf8))
  }

  private func head(_ disposition: String, type: String) -> String {
    "\r\n--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: \(type)\r\n\r\n"
  }

  private static func copy(_ url: URL, _ append: (Data) throws -> Void) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    while let piece = try handle.read(upToCount: 1 << 16), !piece.isEmpty { try append(piece) }
  }

  /// A text without what would end a header field's value, as browsers write it.
  private static func quotable(_ text: String) -> String {
    var quotable = ""
    for character in text.unicodeScalars {
      switch character {
      case "\"": quotable += "%22"
      case "\r": quotable += "%0D"
      case "\n": quotable += "%0A"
      default: quotable.unicodeScalars.append(character)
      }
    }
    return quotable
  }
}

extension GraphQLValue {
  /// Replaces marks by null, and tells the place of each: `variables.files.0`.
  fileprivate mutating func takeMarks(
    _ collector: UploadCollector, at place: String, _ found: (Int, String) -> Void
  ) {
    let prefix = place.isEmpty ? "" : place + "."
    switch self {
    case .string(let text):
      guard let index = collector.index(ofMark: text) else { return }
      found(index, place)
      self = .null
    case .list(var elements):
      for index in elements.indices { elements[index].takeMarks(collector, at: prefix + "\(index)", found) }
      self = .list(elements)
    case .object(var members):
      for name in members.keys.sorted() { members[name]?.takeMarks(collector, at: prefix + name, found) }
      self = .object(members)
    case .null, .bool, .number: break
    }
  }
}
