import ApusCompiler
import ApusDiagnostics
import ApusJSON
import ApusLanguageService

/// A session of the language server protocol, version 3.17: messages in, messages out.
///
/// One thread: all messages that have arrived are read before anything is computed. It opens no files but those of the
/// projects, and writes none.
package final class LanguageServer {
  /// How the session stands.
  enum State {
    case started, initialized, shutDown
    case ended(code: Int32)
  }

  var state = State.started
  var client = ClientCapabilities()
  var workspace: [String] = []
  let texts = Texts()
  /// By the folder of each, with the name behind it where a `.graphqlrc.json` has several.
  var projects: [String: Project] = [:]
  /// The diagnostics that the client shows, by path.
  var published: [String: Published] = [:]
  /// What builds have noted of their runs.
  let recorded: RecordedRuns
  /// The notes that were there when projects were found.
  var knownRecords: [String] = []
  /// Requests that were read and not yet answered, in order.
  private var waiting: [Request] = []
  private var frames = FrameReader()
  private let send: ([UInt8]) -> Void
  private let log: (String) -> Void
  /// When the last message came, in milliseconds.
  private var lastInput = 0
  /// What the last check of all documents took, in milliseconds.
  private var lastCheck = 0
  private let clock: () -> Int

  /// A request with the id that its answer bears.
  struct Request {
    var id: JSONOutput
    var method: String
    var parameters: JSONValue?
  }

  /// - Parameters:
  ///   - arguments: files with the arguments of builds, beside those that builds leave in the workspace.
  ///   - clock: milliseconds since some moment.
  ///   - log: gets a line for what a user may want to know, without line feed.
  ///   - send: gets each message with its header.
  package init(
    arguments: [String] = [], clock: @escaping () -> Int, log: @escaping (String) -> Void = { _ in },
    send: @escaping ([UInt8]) -> Void
  ) {
    recorded = RecordedRuns(arguments, log: log)
    self.clock = clock
    self.log = log
    self.send = send
  }

  /// How the process ends, once it does.
  package var exitCode: Int32? {
    if case .ended(let code) = state { return code }
    return frames.faults >= FrameReader.maximumFaults ? 1 : nil
  }

  /// The process that started the server, which may end without a word.
  package internal(set) var clientProcess: Int?

  // MARK: - Input

  /// Takes bytes in; answers to what they ask are sent.
  package func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
    lastInput = clock()
    let faults = frames.faults
    frames.add(bytes)
    while exitCode == nil, let message = frames.next() { read(message) }
    if frames.faults > faults { log("A header without a usable Content-Length was passed over.") }
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
      return respond(.null, error: .parse, "The message is no JSON: \(error.message)")
    }
    guard root.kind == .object else {
      return respond(
        .null, error: .invalidRequest, "A message is an object; batches are none of this protocol.")
    }
    let id = root["id"].flatMap(LanguageServer.id)
    guard let method = root["method"] else {
      // An answer to a request of the server's: it sends none that it waits for.
      if root["result"] != nil || root["error"] != nil { return }
      return respond(id ?? .null, error: .invalidRequest, "There is no \"method\".")
    }
    guard let name = method.string else {
      return respond(id ?? .null, error: .invalidRequest, "\"method\" is no string.")
    }
    if root["id"] != nil {
      guard let id else {
        return respond(.null, error: .invalidRequest, "\"id\" is neither a number nor a string.")
      }
      waiting.append(Request(id: id, method: name, parameters: root["params"]))
      // What changes the state of the session is not overtaken by what comes behind it.
      if name == "initialize" || name == "shutdown" { answerAll() }
    } else {
      notify(name, root["params"])
    }
  }

  private static func id(_ value: JSONValue) -> JSONOutput? {
    if let number = value.integer { return .number(number) }
    return value.string.map(JSONOutput.string)
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
    guard let id = parameters?["id"].flatMap(LanguageServer.id) else { return }
    guard let index = waiting.firstIndex(where: { $0.id.line == id.line }) else { return }
    let request = waiting.remove(at: index)
    respond(request.id, error: .cancelled, "The request was cancelled.")
  }

  private func answer(_ request: Request) {
    switch (request.method, state) {
    case ("initialize", .started):
      initialize(request.parameters)
      state = .initialized
      respond(request.id, ServerCapabilities.answer(client))
    case ("initialize", _): respond(request.id, error: .invalidRequest, "The session is initialized already.")
    case (_, .started): respond(request.id, error: .notInitialized, "The first request is \"initialize\".")
    case ("shutdown", .initialized):
      state = .shutDown
      respond(request.id, .null)
    case (_, .initialized):
      do throws(ResponseError) {
        respond(request.id, try result(of: request.method, Parameters(request.parameters)))
      } catch {
        respond(request.id, error: error.code, error.message)
      }
    default: respond(request.id, error: .invalidRequest, "The session was shut down.")
    }
  }

  // MARK: - Output

  private func respond(_ id: JSONOutput, _ result: JSONOutput) {
    write(["jsonrpc": "2.0", "id": id, "result": result])
  }

  private func respond(_ id: JSONOutput, error: ResponseError.Code, _ message: String) {
    write([
      "jsonrpc": "2.0", "id": id, "error": ["code": .number(error.rawValue), "message": .string(message)],
    ])
  }

  func notifyClient(_ method: String, _ parameters: JSONOutput) {
    write(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  private func write(_ message: JSONOutput) {
    var body: [UInt8] = []
    message.append(to: &body)
    send(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func logLine(_ text: String) { log(text) }

  // MARK: - Checks

  /// How long to wait for input until there is something to do, in milliseconds.
  package var patience: Int {
    guard case .initialized = state else { return 5000 }
    let idle = clock() - lastInput
    if projects.values.contains(where: { $0.isUnpublished && !$0.isStale }) { return 0 }
    if projects.values.contains(where: \.isStale) {
      let hasNear = projects.values.contains { $0.isStale && !$0.changed.isEmpty }
      return isQuick || hasNear ? 0 : max(0, LanguageServer.pause - idle)
    }
    if projects.values.contains(where: { !$0.isLowered }) { return max(0, 1000 - idle) }
    // Files on disk are looked at less often while nobody writes.
    return max(1000, min(5000, idle / 4))
  }

  /// After so many milliseconds without input all documents are checked, also where that takes its time.
  private static let pause = 150

  /// Files on disk are looked at no more often than this while somebody types, in milliseconds.
  private static let refreshPause = 500

  /// Whether all documents can be checked at each keystroke.
  private var isQuick: Bool { lastCheck < 10 }

  /// Does what is due while no input waits: a check that something made necessary, or a look at the files on disk.
  package func work() {
    guard case .initialized = state else { return }
    let idle = clock() - lastInput
    let order = projects.values.sorted { $0.folder < $1.folder }
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
    if recorded.files(recordFolders()) != knownRecords { return findProjectsAnew() }
    for project in order { project.refresh() }
  }

  private func check(_ project: Project) {
    let start = clock()
    // Whoever types does not wait for a look at all files after each key.
    if start - project.refreshed >= LanguageServer.refreshPause {
      project.refreshed = start
      project.refresh(isQuick: true)
    }
    project.check()
    project.isUnpublished = false
    publish(project, project.checked?.diagnostics ?? [])
    lastCheck = clock() - start
  }

  /// What only the way to Swift finds: names that collide, scalars without a Swift type.
  func lower(_ project: Project) {
    project.isLowered = true
    guard let checked = project.checked, let index = checked.index, !checked.hasErrors else { return }
    let found = Pipeline.lower(index, project.session.inputs).diagnostics
    project.lowered = found
    if !found.isEmpty { publish(project, checked.diagnostics + found) }
  }
}
