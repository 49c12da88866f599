/// Takes the files of an operation while its variables are encoded.
final class UploadCollector: Sendable {
  /// The collector of the request that this task is making.
  @TaskLocal static var current: UploadCollector?

  private let uploads = Locked<[GraphQLUpload]>([])

  /// What marks begin with: nothing that a caller's own text can be equal to.
  private let secret = "upload-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))-"

  /// The text that stands for a file.
  func mark(for upload: GraphQLUpload) -> String {
    uploads.withLock { uploads in
      // Servers read a file as a stream, once: one that stands at two places is sent twice.
      uploads.append(upload)
      return secret + String(uploads.count - 1)
    }
  }

  /// The file that a text stands for.
  func index(ofMark text: String) -> Int? {
    text.hasPrefix(secret) ? Int(text.dropFirst(secret.count)) : nil
  }

  /// What `encode` made of variables, the files that it met, and the collector that knows their marks.
  static func collecting<Result>(
    _ encode: () throws -> Result
  ) throws -> (result: Result, uploads: CollectedUploads) {
    let collector = UploadCollector()
    let result = try $current.withValue(collector, operation: encode)
    return (result, CollectedUploads(collector: collector, uploads: collector.uploads.withLock { $0 }))
  }
}

/// The files of one request.
struct CollectedUploads {
  let collector: UploadCollector
  let uploads: [GraphQLUpload]

  var isEmpty: Bool { uploads.isEmpty }
}
