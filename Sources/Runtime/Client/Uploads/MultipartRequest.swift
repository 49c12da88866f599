import Apus
import ApusPlatform

/// A request with files: the operation, a map from files to their paths in it, and the files.
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
      places["\(index)"] = [.string(place)]
    }
    operation = try body.json()
    map = try GraphQLValue.object(places).json()
  }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The body. Files are read when a transport sends them.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for a file that does not exist.
  func body() throws -> GraphQLHTTPBody {
    // Nothing precedes the first boundary, not even a line end.
    var head = Data(head("name=\"operations\"", type: "application/json").utf8.dropFirst(2)) + operation
    head += Data(self.head("name=\"map\"", type: "application/json").utf8) + map
    var parts: [GraphQLHTTPBody] = []
    for (index, upload) in uploads.enumerated() {
      let disposition = "name=\"\(index)\"; filename=\"\(Self.quotable(upload.fileName))\""
      head += Data(self.head(disposition, type: Self.quotable(upload.contentType)).utf8)
      switch upload.content {
      case .data(let data): head += data
      case .file(let url):
        parts += [.bytes(head), .file(url, byteCount: try Self.byteCount(of: url))]
        head = Data()
      }
    }
    head += Data("\r\n--\(boundary)--\r\n".utf8)
    return parts.isEmpty ? .bytes(head) : .parts(parts + [.bytes(head)])
  }

  private func head(_ disposition: String, type: String) -> String {
    "\r\n--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: \(type)\r\n\r\n"
  }

  private static func byteCount(of file: URL) throws -> Int {
    let path = file.resolvingSymlinksInPath().path
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let isFile = file.isFileURL && attributes[.type] as? FileAttributeType == .typeRegular
      guard isFile, let size = attributes[.size] as? Int else {
        throw GraphQLClientError.invalidRequest("\(file.shown) is not a file that can be sent")
      }
      // A file that cannot be read is reported before anything is sent.
      _ = try OpenFile(forReading: file)
      return size
    } catch let error as GraphQLClientError {
      throw error
    } catch {
      throw GraphQLClientError.invalidRequest(
        "the file \(file.path) cannot be read: \(error.text)")
    }
  }

  /// Removes the characters that would end the value of a header field, in the same way as browsers.
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
  /// Replaces marks with null, and collects the path of each: `variables.files.0`.
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
