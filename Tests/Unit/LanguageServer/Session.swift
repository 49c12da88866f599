import ApusSource
import Foundation

@testable import ApusLanguageServer

/// A server and its client in one process, with a clock that the test turns.
final class Session {
  private(set) var server: LanguageServer!
  /// What was sent and not yet looked at, as text.
  private(set) var messages: [String] = []
  /// The codes that the client shows of each file.
  private(set) var shown: [String: [String]] = [:]
  var now = 0
  let folder: String
  private var id = 0

  init(_ files: [String: String] = [:], initializes: Bool = true) throws {
    folder = NSTemporaryDirectory() + "apus-" + UUID().uuidString
    for (name, text) in files { try write(text, to: name) }
    server = LanguageServer(clock: { [unowned self] in now }) { [unowned self] bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      messages.append(text.components(separatedBy: "\r\n\r\n").dropFirst().joined())
    }
    if initializes {
      _ = request("initialize", "{\"capabilities\":{},\"rootUri\":\"file://\(folder)\"}")
      notify("initialized", "{}")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: folder + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func uri(_ name: String) -> String { "file://\(folder)/\(name)" }

  func send(raw text: String) {
    var text = text
    text.withUTF8 { server.receive($0) }
  }

  func send(_ body: String) { send(raw: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)") }

  func notify(_ method: String, _ parameters: String) {
    send("{\"jsonrpc\":\"2.0\",\"method\":\"\(method)\",\"params\":\(parameters)}")
  }

  /// The answer to a request.
  func request(_ method: String, _ parameters: String) -> JSONValue? {
    id += 1
    messages = []
    send("{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"\(method)\",\"params\":\(parameters)}")
    return messages.last.flatMap(Session.value)
  }

  static func value(_ text: String) -> JSONValue? {
    try? JSONTree.parse(SourceFile(path: "", text: text)).root
  }

  func open(_ name: String, _ text: String) {
    let quoted = JSONOutput.string(text).line
    notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"\(uri(name))\",\"languageId\":\"graphql\",\"version\":1,\"text\":\(quoted)}}"
    )
  }

  /// Forgets what was sent.
  func forget() { messages = [] }

  /// Does all that is due, with a pause that is long enough for everything, and gives what is sent.
  func work() -> [String] {
    messages = []
    for _ in 0..<10 {
      server.work()
      now += 2000
    }
    return messages
  }

  /// The same as what is published: `file: code`.
  func published() -> [String] { published(in: work()) }

  /// What is published before there was a pause.
  func publishedAtOnce() -> [String] {
    messages = []
    server.work()
    return published(in: messages)
  }

  private func published(in messages: [String]) -> [String] {
    var last: [String: [String]] = [:]
    for message in messages {
      guard let parameters = Session.value(message)?["params"], let uri = parameters["uri"]?.string else {
        continue
      }
      let name = String(uri.dropFirst("file://\(folder)/".count))
      last[name] = (parameters["diagnostics"]?.elements ?? []).map { $0["code"]?.string ?? "?" }.sorted()
    }
    shown.merge(last) { $1 }
    return last.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: " "))" }
  }

  /// The code of the error in the last answer.
  var errorCode: Int? { messages.last.flatMap(Session.value)?["error"]?["code"]?.integer }
}
