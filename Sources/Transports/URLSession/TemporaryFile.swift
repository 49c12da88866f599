#if !os(Linux)
  import ApusHTTP
  import Foundation

  /// A file with the parts of a body, for a session that only accepts a file. It is deleted together with this object.
  final class TemporaryFile: Sendable {
    let url: URL

    /// Writes a body to a file in pieces.
    ///
    /// - Throws: `CancellationError`, errors from reading the parts, or ``GraphQLClientError/invalidRequest(_:)`` if the file cannot be written.
    init(_ body: GraphQLHTTPBody) throws {
      let name = "apus-\(UUID().uuidString)"
      url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      // Only this user may read what is sent.
      guard
        FileManager.default.createFile(
          atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
      else { throw Self.failure(url, nil) }
      do {
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        var reader = GraphQLHTTPBodyReader(body)
        while let piece = try reader.read(upToCount: 1 << 16) {
          try Task.checkCancellation()
          do { try handle.write(contentsOf: piece) } catch { throw Self.failure(url, error) }
        }
      } catch {
        try? FileManager.default.removeItem(at: url)
        throw error
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static func failure(_ url: URL, _ error: (any Error)?) -> GraphQLClientError {
      let reason = error.map { ": \($0.localizedDescription)" } ?? ""
      return .invalidRequest("the temporary file \(url.path) cannot be written\(reason)")
    }
  }
#endif
