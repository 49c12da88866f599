import ApusClient
import Foundation

/// `apus-benchmark transport URL [curl|urlsession]`: what a transport holds in memory, and what it leaves behind.
///
/// `Tests/Benchmarks/transport` starts the server that URL names.
func runTransportCheck(_ arguments: [String]) throws {
  guard let url = arguments.first.flatMap(URL.init(string:)), url.scheme == "http" else {
    throw Failure("usage: transport URL [curl|urlsession]; Tests/Benchmarks/transport starts the server")
  }
  let name = arguments.dropFirst().first
  try runAndWait {
    let check = TransportCheck(url: url, name: name)
    try await check.memory()
    try await check.cancellation()
  }
}

struct TransportCheck: Sendable {
  let url: URL
  /// The transport's; nil for the system's own.
  let name: String?

  private static let gigabyte = 1 << 30

  func transport() throws -> any GraphQLTransport {
    switch name {
    case nil: return GraphQLClient(url: url).transport
    #if !os(Linux)
      case "urlsession": return GraphQLURLSessionTransport()
    #endif
    default:
      #if os(Linux)
        if name == "curl", let transport = GraphQLCurlTransport() { return transport }
      #endif
      throw Failure("there is no transport \(name ?? "")")
    }
  }

  func request(_ path: String, _ body: GraphQLHTTPBody = .none) -> GraphQLHTTPRequest {
    GraphQLHTTPRequest(method: .post, url: url.appendingPathComponent(path), body: body)
  }

  /// A gigabyte up, a gigabyte down, an answer as large as one may be, and one that is larger than it seems.
  func memory() async throws {
    let transport = try transport()
    _ = try await transport.send(request("delay/0"))
    let file = try Self.largeFile()
    defer { try? FileManager.default.removeItem(at: file) }
    try await rise("1 GB from a file", below: 32) {
      let body = GraphQLHTTPBody.parts([.file(file, byteCount: Self.gigabyte)])
      let response = try await transport.send(request("upload", body))
      guard response.body == Data("\(Self.gigabyte)".utf8) else { throw Failure("not all bytes came") }
    }
    if let transport = transport as? any GraphQLStreamingTransport {
      try await rise("1 GB as a stream", below: 32) {
        var count = 0
        for try await piece in try await transport.stream(request("download/\(Self.gigabyte)")) {
          count += piece.count
        }
        guard count == Self.gigabyte else { throw Failure("\(count) bytes came") }
      }
    }
    let largest = GraphQLHTTPRequest.defaultMaximumResponseBytes
    try await rise("an answer of 256 MiB", below: 256 * 1.3) {
      let response = try await transport.send(request("whole/\(largest)"))
      guard response.body.count == largest else { throw Failure("\(response.body.count) bytes came") }
    }
    try await rise("1 GB of zeros, packed", below: 256 * 1.3) {
      do {
        _ = try await transport.send(request("bomb"))
        throw Failure("all of it came")
      } catch GraphQLClientError.responseTooLarge {}
    }
  }

  /// Runs something, and prints by how much it raised the peak of this process's memory.
  ///
  /// - Parameter limit: how many MiB are allowed.
  private func rise(_ name: String, below limit: Double, _ body: () async throws -> Void) async throws {
    // The peak begins anew, where the system lets it.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    let before = PeakMemory.maximumResidentSize()
    let start = (cpu: Measurement.cpuTime, wall: ContinuousClock.now)
    try await body()
    let rise = Double(PeakMemory.maximumResidentSize() - before) / 1024
    let cpu = (Measurement.cpuTime - start.cpu) / 1000
    let seconds = start.wall.duration(to: .now) / .seconds(1)
    let line = name.padding(toLength: 34, withPad: " ", startingAt: 0)
    print(line + String(format: "%8.1f MiB (%.0f) %8.2f s CPU %8.2f s", rise, limit, cpu, seconds))
    guard rise < limit else { throw Failure("\(name): the memory rose by \(rise) MiB") }
  }

  /// A gigabyte of zeros that takes no place on the disk.
  private static func largeFile() throws -> URL {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("apus-\(getpid()).bin")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw Failure("\(file.path) cannot be written")
    }
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(gigabyte))
    try handle.close()
    return file
  }
}
