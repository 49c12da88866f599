import ApusDriver
import ApusSource
import ApusLanguageService

/// A session of the language server protocol, version 3.17.
///
/// It uses one thread and reads all messages that have arrived before it computes anything. It only opens the projects'
/// files and never writes any.
package final class LanguageServer {
  /// The state of the session.
  enum State {
    case started, initialized, shutDown
    case ended(code: Int32)
  }

  var state = State.started
  var client = ClientCapabilities()
  let workspace: Workspace
  /// The published diagnostics, by path.
  var published: [String: Published] = [:]
  /// Requests without a response yet, in order.
  private var waiting: [Request] = []
  private var frames = FrameReader()
  private let send: ([UInt8]) -> Void
  let log: (String) -> Void
  /// When the last message arrived, in milliseconds.
  private var lastInput = 0
  /// The duration of the last check of all documents, in milliseconds.
  private var lastCheck = 0
  private let clock: () -> Int

  /// A request and its id.
  struct Request {
    var id: JSONOutput
    var method: String
    var parameters: JSONValue?
  }

  /// - Parameters:
  ///   - arguments: files with build arguments, in addition to those that builds leave in the workspace.
  ///   - clock: a monotonic clock in milliseconds.
  ///   - log: receives messages for the user, without a line feed.
  ///   - send: receives each message with its header.
  package init(
    arguments: [String] = [], clock: @escaping () -> Int, log: @escaping (String) -> Void = { _ in },
    send: @escaping ([UInt8]) -> Void
  ) {
    workspace = Workspace(recorded: RecordedRuns(arguments, log: log), log: log)
    self.clock = clock
    self.log = log
    self.send = send
  }

  var texts: Texts { workspace.texts }
  var projects: [String: Project] { workspace.projects }

  /// The process's exit code once the session has ended.
  package var exitCode: Int32? {
    if case .ended(let code) = state { return code }
    return frames.faults >= FrameReader.maximumFaults ? 1 : nil
  }

  /// The process that started the server. It may exit without saying so.
  package internal(set) var clientProcess: Int?

  // MARK: - Input

  /// Handles input and sends the responses.
  package func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    lastInput = clock()
    let faults = frames.faults
    frames.add(bytes)
    while exitCode == nil, let message = frames.next() { read(message) }
    if frames.faults > faults { log("A header without a usable Content-Length was skipped.") }
    answerAll()
  }

  private func answerAll() {
    while exitCode == nil, !waiting.isEmpty { answer(waiting.removeFirst()) }
  }

  private func read(_ message: SourceFile) {
    let root: JSONValue
    do {
      root = try JSONTree.parse(message).root
    } catch {
      return respond(.null, error: .parse, "The message is not JSON: \(error.message)")
    }
    guard root.kind == .object else {
      return respond(
        .null, error: .invalidRequest, "A message must be an object. The protocol does not support batches.")
    }
    let id = root["id"]?.requestID
    guard let method = root["method"] else {
      // The server's own requests need no response, so responses are ignored.
      if root["result"] != nil || root["error"] != nil { return }
      return respond(id ?? .null, error: .invalidRequest, "There is no \"method\".")
    }
    guard let name = method.string else {
      return respond(id ?? .null, error: .invalidRequest, "\"method\" is not a string.")
    }
    if root["id"] != nil {
      guard let id else {
        return respond(.null, error: .invalidRequest, "\"id\" is neither a number nor a string.")
      }
      waiting.append(Request(id: id, method: name, parameters: root["params"]))
      // A message that changes the session's state must not be processed before earlier requests.
      if name == "initialize" || name == "shutdown" { answerAll() }
    } else {
      notify(name, root["params"])
    }
  }

  private func notify(_ method: String, _ parameters: JSONValue?) {
    switch method {
    case "exit":
      answerAll()
      if case .shutDown = state { state = .ended(code: 0) } else { state = .ended(code: 1) }
    case "$/cancelRequest": cancel(parameters)
    default:
      guard case .initialized = state else { return }
      handle(notification: method, parameters)
    }
  }

  private func cancel(_ parameters: JSONValue?) {
    guard let id = parameters?["id"]?.requestID else { return }
    guard let index = waiting.firstIndex(where: { $0.id.line == id.line }) else { return }
    let request = waiting.remove(at: index)
    respond(request.id, error: .cancelled, "The request was cancelled.")
  }

  private func answer(_ request: Request) {
    switch (request.method, state) {
    case ("initialize", .started):
      initialize(request.parameters)
      state = .initialized
      respond(request.id, EditorFeature.answer(client))
    case ("initialize", _): respond(request.id, error: .invalidRequest, "The session is already initialized.")
    case (_, .started):
      respond(request.id, error: .notInitialized, "The first request must be \"initialize\".")
    case ("shutdown", .initialized):
      state = .shutDown
      respond(request.id, .null)
    case (_, .initialized):
      do throws(ResponseError) {
        respond(request.id, try result(of: request.method, Parameters(request.parameters)))
      } catch {
        write(error.response(to: request.id))
      }
    default: respond(request.id, error: .invalidRequest, "The session was shut down.")
    }
  }

  // MARK: - Output

  private func respond(_ id: JSONOutput, _ result: JSONOutput) {
    write(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func respond(_ id: JSONOutput, error: ResponseError.Code, _ message: String) {
    write(ResponseError(error, message).response(to: id))
  }

  func notifyClient(_ method: String, _ parameters: JSONOutput) {
    write(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  private func write(_ message: JSONOutput) {
    var body: [UInt8] = []
    message.append(to: &body)
    send(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  // MARK: - Checks

  /// The time to wait for input before there is something to do, in milliseconds.
  package var nextTimeout: Int {
    guard case .initialized = state else { return 5000 }
    let idle = clock() - lastInput
    if projects.values.contains(where: { $0.isUnpublished && !$0.isStale }) { return 0 }
    if projects.values.contains(where: \.isStale) {
      let hasNear = projects.values.contains { $0.isStale && !$0.changed.isEmpty }
      return isQuick || hasNear ? 0 : max(0, LanguageServer.pause - idle)
    }
    if projects.values.contains(where: { !$0.isLowered }) { return max(0, 1000 - idle) }
    // Check the disk less often while the editor is idle.
    return max(1000, min(5000, idle / 4))
  }

  /// After this many milliseconds without input, all documents are checked even if that is slow.
  private static let pause = 150

  /// The minimum interval between checks of the disk while the user types, in milliseconds.
  private static let refreshPause = 500

  /// Whether checking all documents is fast enough to do at each keystroke.
  private var isQuick: Bool { lastCheck < 10 }

  /// Does pending work while no input is waiting: a check, or a look at the files on disk.
  package func work() {
    guard case .initialized = state else { return }
    let idle = clock() - lastInput
    let order = workspace.ordered
    for project in order where project.isUnpublished && !project.isStale {
      project.isUnpublished = false
      publish(project, project.checked?.diagnostics ?? [])
      return
    }
    for project in order where project.isStale {
      if idle < LanguageServer.pause, let near = project.checkNear() {
        for (path, diagnostics) in near.sorted(by: { $0.key < $1.key }) {
          publish(path, diagnostics, of: project)
        }
        return
      }
      project.changed = []
      if isQuick || idle >= LanguageServer.pause || project.checked == nil { return check(project) }
    }
    if idle < 1000 { return }
    for project in order where !project.isLowered {
      lower(project)
      return
    }
    if workspace.hasOtherRecords { return findProjectsAnew() }
    for project in order { project.refresh() }
  }

  private func check(_ project: Project) {
    let start = clock()
    // Do not delay typing by looking at all files after each key.
    if start - project.refreshed >= LanguageServer.refreshPause {
      project.refreshed = start
      project.refresh(isQuick: true)
    }
    project.check()
    project.isUnpublished = false
    publish(project, project.checked?.diagnostics ?? [])
    lastCheck = clock() - start
  }

  /// Reports what only lowering finds: colliding names, and scalars without a Swift type.
  func lower(_ project: Project) {
    project.isLowered = true
    guard let checked = project.checked, let index = checked.index, !checked.hasErrors else { return }
    let found = Pipeline.lower(index, project.session.inputs).diagnostics
    project.lowered = found
    if !found.isEmpty { publish(project, checked.diagnostics + found) }
  }
}
