import ApusDriver
import ApusSource

/// A session of the Model Context Protocol, which offers the compiler to coding agents as tools.
///
/// It speaks the stateless revision 2026-07-28, in which each request names its revision, and the earlier ones, which
/// begin with `initialize`. Results of tools do not depend on earlier requests, so waiting requests are a session's only state.
final class AgentServer: MessageServer {
  /// A request that waits for its response.
  private struct Request {
    var id: JSONOutput
    var method: String
    var parameters: JSONValue?
    /// The batch that the request came in; nil if it came alone.
    var batch: Batch?
  }

  /// The responses to several messages in one line, which are sent as one array.
  private final class Batch {
    var responses: [JSONOutput] = []
    /// The number of requests without a response, and one more while the line is being read.
    var open = 1
  }

  /// The maximum number of messages in a batch. Each response is bounded, and those of a batch are sent together.
  private static let maximumBatch = 20

  private let tools: AgentTools
  private var waiting: [Request] = []
  private var lines = LineReader()
  private let send: ([UInt8]) -> Void

  /// - Parameters:
  ///   - folders: the folders that agents may ask about; by default, the current one.
  ///   - arguments: files with build arguments, in addition to those that builds leave in the folders.
  ///   - log: receives messages for the user, without a line feed.
  ///   - send: receives each message with its line feed.
  init(
    folders: [String], arguments: [String] = [], log: @escaping (String) -> Void = { _ in },
    send: @escaping ([UInt8]) -> Void
  ) {
    tools = AgentTools(folders: folders, arguments: arguments, log: log)
    self.send = send
  }

  // MARK: - MessageServer

  var exitCode: Int32? { nil }
  var clientProcess: Int? { nil }
  var nextTimeout: Int { waiting.isEmpty ? 5000 : 0 }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    lines.add(bytes)
    while let line = lines.next() { read(line) }
  }

  func work() {
    if !waiting.isEmpty { answer(waiting.removeFirst()) }
  }

  func end() -> Int32 {
    if let line = lines.last() { read(line) }
    while !waiting.isEmpty { work() }
    return 0
  }

  // MARK: - Input

  private func read(_ line: LineReader.Line) {
    guard case .message(let message) = line else {
      return respond(
        .null, error: .invalidRequest, "A message of more than \(lines.maximumLength >> 20) MiB was dropped.")
    }
    let root: JSONValue
    do {
      root = try JSONTree.parse(message).root
    } catch {
      return respond(.null, error: .parse, "The message is not JSON: \(error.message)")
    }
    // Revision 2025-03-26 has batches. Clients of others must not send any, so batches are accepted without keeping track of a
    // session's revision.
    guard let elements = root.elements else { return read(root, in: nil) }
    if elements.isEmpty { return respond(.null, error: .invalidRequest, "The batch is empty.") }
    let batch = Batch()
    for element in elements.prefix(AgentServer.maximumBatch) { read(element, in: batch) }
    let rest = elements.count - AgentServer.maximumBatch
    if rest > 0 {
      respond(
        .null, error: .invalidRequest,
        "A batch may have at most \(AgentServer.maximumBatch) messages, so the last \(rest) of \(elements.count) were not read. "
          + "Send them in other batches.", in: batch)
    }
    close(batch)
  }

  private func read(_ message: JSONValue, in batch: Batch?) {
    func refuse(_ id: JSONOutput, _ reason: String) {
      respond(id, error: .invalidRequest, reason, in: batch)
    }
    guard message.kind == .object else { return refuse(.null, "A message must be an object.") }
    let id = message["id"]?.requestID
    guard let method = message["method"] else {
      // The server never sends requests, so responses are unexpected.
      if message["result"] != nil || message["error"] != nil { return }
      return refuse(id ?? .null, "There is no \"method\".")
    }
    guard let name = method.string else { return refuse(id ?? .null, "\"method\" is not a string.") }
    guard message["id"] != nil else {
      if name == "notifications/cancelled" { cancel(message["params"]) }
      return
    }
    guard let id else { return refuse(.null, "\"id\" is neither a whole number nor a string.") }
    batch?.open += 1
    waiting.append(Request(id: id, method: name, parameters: message["params"], batch: batch))
  }

  /// Drops a request that waits. The protocol asks not to respond to it.
  private func cancel(_ parameters: JSONValue?) {
    guard let id = parameters?["requestId"]?.requestID else { return }
    let cancelled = waiting.filter { $0.id.line == id.line }
    waiting.removeAll { $0.id.line == id.line }
    for request in cancelled { close(request.batch) }
  }

  // MARK: - Responses

  private func answer(_ request: Request) {
    defer { close(request.batch) }
    do throws(ResponseError) {
      guard request.parameters == nil || request.parameters?.kind == .object else {
        throw ResponseError(.invalidParameters, "\"params\" is not an object.")
      }
      let era = try AgentProtocol.Era(of: request.parameters)
      let result = try AgentProtocol.result(of: request.method, request.parameters, era, tools)
      respond(["jsonrpc": "2.0", "id": request.id, "result": .object(result)], in: request.batch)
    } catch {
      respond(error.response(to: request.id), in: request.batch)
    }
  }

  /// Notes that a request of a batch, or the end of its line, was dealt with. The last one sends the responses, if there are any.
  private func close(_ batch: Batch?) {
    guard let batch else { return }
    batch.open -= 1
    if batch.open == 0, !batch.responses.isEmpty { write(.array(batch.responses)) }
  }

  private func respond(
    _ id: JSONOutput, error: ResponseError.Code, _ message: String, in batch: Batch? = nil
  ) {
    respond(ResponseError(error, message).response(to: id), in: batch)
  }

  private func respond(_ response: JSONOutput, in batch: Batch?) {
    if let batch { batch.responses.append(response) } else { write(response) }
  }

  private func write(_ message: JSONOutput) {
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    send(bytes)
  }
}
