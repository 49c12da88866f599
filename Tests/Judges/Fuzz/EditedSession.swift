import ApusSource
import ApusLanguageServer
import Foundation
import TestSupport

/// A document that is edited and asked about for as long as the fuzzer runs; now and then a server that is given the text as it is then has to say
/// the same of it.
final class EditedSession {
  private let folder: URL
  private var server: LanguageServer?
  private var answers: [String] = []
  private var text: [UInt16] = []
  private var version = 0
  private var count = 0
  private var now = 0
  private var state: UInt64 = 1

  init(_ folder: URL) { self.folder = folder }

  private func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }

  private var uri: String { folder.appendingPathComponent("edited.graphql").absoluteString }

  /// Edits the document with stretches of an input, asks a question at a place of it, and checks.
  func edit(with input: [UInt8]) throws {
    for byte in input.prefix(64) { state = (state ^ UInt64(byte)) &* 1_099_511_628_211 }
    let piece = Array(String(decoding: input, as: UTF8.self).utf16)
    if server == nil || text.count > 20_000 || count % 2000 == 0 { try open(piece) }
    var changes: [String] = []
    for _ in 0...random(3) {
      let start = boundary(random(text.count + 1))
      let end = boundary(min(text.count, start + random(random(4) == 0 ? 2000 : 20)))
      let first = random(piece.count + 1)
      let new = whole(Array(piece[first..<min(piece.count, first + random(40))]))
      let range = "{\"start\":\(position(start)),\"end\":\(position(end))}"
      let words = JSONOutput.string(String(decoding: new, as: UTF16.self)).line
      changes.append("{\"range\":\(range),\"text\":\(words)}")
      text.replaceSubrange(start..<max(start, end), with: new)
    }
    version += 1
    notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(uri)\",\"version\":\(version)},\"contentChanges\":[\(changes.joined(separator: ","))]}"
    )
    ask()
    server?.work()
    count += 1
    if count % 100 == 0 { try compare() }
  }

  private static let questions = [
    "completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "signatureHelp",
    "typeDefinition", "implementation", "codeAction", "rangeFormatting", "semanticTokens/range", "formatting",
    "foldingRange", "documentSymbol",
  ]

  private func ask() {
    let question = EditedSession.questions[random(EditedSession.questions.count)]
    let place = position(random(text.count + 1))
    let range = "{\"start\":\(place),\"end\":\(position(random(text.count + 1)))}"
    request(
      "textDocument/\(question)",
      "{\"textDocument\":{\"uri\":\"\(uri)\"},\"position\":\(place),\"range\":\(range),\"context\":{\"diagnostics\":[]}}"
    )
  }

  private func open(_ piece: [UInt16]) throws {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent("a.graphql"))
    text = whole(piece)
    server = start()
    try Data(contentsOf: EditedSession.schema).write(to: folder.appendingPathComponent("schema.graphqls"))
    open(String(decoding: text, as: UTF16.self))
  }

  private static let schema = Repository.samples.appendingPathComponent("forge/schema.graphqls")

  private func start() -> LanguageServer {
    let server = LanguageServer(clock: { [unowned self] in now }) { [unowned self] bytes in
      answers.append(String(decoding: bytes, as: UTF8.self))
    }
    server.receive(Array(ServerMessages.initialize(folder).utf8))
    return server
  }

  private func open(_ text: String) {
    let words = JSONOutput.string(text).line
    notify(
      "textDocument/didOpen",
      "{\"textDocument\":{\"uri\":\"\(uri)\",\"version\":\(version),\"text\":\(words)}}")
  }

  private func notify(_ method: String, _ parameters: String) {
    let message = "{\"method\":\"\(method)\",\"params\":\(parameters)}"
    server?.receive(Array(ServerMessages.framed(message).utf8))
  }

  private func request(_ method: String, _ parameters: String) {
    answers = []
    let message = "{\"id\":1,\"method\":\"\(method)\",\"params\":\(parameters)}"
    server?.receive(Array(ServerMessages.framed(message).utf8))
  }

  /// What is said of the whole text: structure, tokens and findings.
  private func verdict() -> [String] {
    let document = "{\"textDocument\":{\"uri\":\"\(uri)\"}}"
    var found: [String] = []
    for method in ["documentSymbol", "semanticTokens/full", "foldingRange"] {
      request("textDocument/\(method)", document)
      found += answers
    }
    answers = []
    for _ in 0..<4 {
      server?.work()
      now += 2000
    }
    // The version is the client's, and the last list counts.
    let published = answers.last { $0.contains("publishDiagnostics") && $0.contains("edited.graphql") }
    return found + [published ?? ""]
  }

  private func compare() throws {
    // A check of all makes sure that something is published.
    version += 1
    notify(
      "textDocument/didChange",
      "{\"textDocument\":{\"uri\":\"\(uri)\",\"version\":\(version)},\"contentChanges\":[]}")
    let kept = verdict()
    let old = server
    server = start()
    open(String(decoding: text, as: UTF16.self))
    let fresh = verdict()
    server = old
    guard kept == fresh else {
      throw Disagreement(
        "a text after edits and the same text opened (\(kept.last ?? "") and \(fresh.last ?? ""))")
    }
  }

  /// Without the half of a pair at its ends.
  private func whole(_ units: [UInt16]) -> [UInt16] { Array(String(decoding: units, as: UTF16.self).utf16) }

  /// Not within a surrogate pair, and not between CR and LF.
  private func boundary(_ offset: Int) -> Int {
    guard offset > 0, offset < text.count else { return offset }
    let isPair = text[offset - 1] >= 0xD800 && text[offset - 1] < 0xDC00
    return isPair || text[offset - 1] == 13 && text[offset] == 10 ? offset - 1 : offset
  }

  private func position(_ offset: Int) -> String {
    var line = 0
    var start = 0
    var index = 0
    while index < min(offset, text.count) {
      if text[index] == 10 || text[index] == 13 && !(index + 1 < text.count && text[index + 1] == 10) {
        line += 1
        start = index + 1
      }
      index += 1
    }
    return "{\"line\":\(line),\"character\":\(offset - start)}"
  }
}

extension Workspace {
  func edit(with input: [UInt8]) throws { try edited.edit(with: input) }
}
