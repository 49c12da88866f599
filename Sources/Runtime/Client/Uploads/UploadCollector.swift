import ApusPlatform

/// Collects the files of an operation while its variables are encoded.
final class UploadCollector: Sendable {
  /// The collector of the request that this task is making.
  @TaskLocal static var current: UploadCollector?

  private struct State {
    var uploads: [GraphQLUpload] = []
    /// The prefix of marks, which cannot occur in a caller's strings. It is empty until there is a file, because most requests have none and creating
    /// a random prefix takes a system call.
    var secret = ""
  }

  private let state = Locked(State())

  /// The mark that represents a file.
  func mark(for upload: GraphQLUpload) -> String {
    state.withLock { state in
      if state.uploads.isEmpty {
        state.secret = "upload-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))-"
      }
      // Servers read a file once, as a stream, so a file with two paths is sent twice.
      state.uploads.append(upload)
      return state.secret + String(state.uploads.count - 1)
    }
  }

  /// The index of the file that a mark represents.
  func index(ofMark text: String) -> Int? {
    let secret = state.withLock { $0.secret }
    return text.hasPrefix(secret) ? Int(text.dropFirst(secret.count)) : nil
  }

  /// The encoded variables, the files in them, and the collector that knows their marks.
  static func collecting<Result>(
    _ encode: () throws -> Result
  ) throws -> (result: Result, uploads: CollectedUploads) {
    let collector = UploadCollector()
    let result = try $current.withValue(collector, operation: encode)
    return (result, CollectedUploads(collector: collector, uploads: collector.state.withLock { $0.uploads }))
  }
}

/// The files of one request.
struct CollectedUploads {
  let collector: UploadCollector
  let uploads: [GraphQLUpload]

  var isEmpty: Bool { uploads.isEmpty }
}
