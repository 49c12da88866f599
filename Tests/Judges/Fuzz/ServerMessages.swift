import ApusSource
import ApusLanguageServer
import Foundation

/// What a client sends, for the surfaces of the language server. A session's first message is never mutated: its folder is all that is read.
enum ServerMessages {
  /// A session for each document: it is opened, edited and asked about.
  ///
  /// - Parameter folder: where the documents stand.
  static func all(_ documents: [Seed], _ folder: URL) -> [[String]] {
    let uri = folder.appendingPathComponent("b.graphql").absoluteString
    let document: JSONOutput = ["textDocument": ["uri": .string(uri)]]
    return documents.map { seed in
      let text = String(decoding: seed.text, as: UTF8.self)
      let open = notification(
        "textDocument/didOpen",
        ["textDocument": ["uri": .string(uri), "version": .number(1), "text": .string(text)]])
      let requests = [
        "completion", "hover", "definition", "typeDefinition", "implementation", "references",
        "documentHighlight",
        "prepareRename", "signatureHelp",
      ].enumerated().map { number, method in
        request(number, uri, "textDocument/\(method)", ["position": position(number + 1, number)])
      }
      let whole = [
        "documentSymbol", "foldingRange", "formatting", "semanticTokens/full",
      ].map { request($0.utf8.count, uri, "textDocument/\($0)", []) }
      let range: JSONOutput = ["start": position(0, 0), "end": position(9, 9)]
      let ranged = ["rangeFormatting", "semanticTokens/range", "codeAction"].map {
        request(70, uri, "textDocument/\($0)", ["range": range, "context": ["diagnostics": []]])
      }
      let edits = (0..<3).map { number in
        notification(
          "textDocument/didChange",
          [
            "textDocument": ["uri": .string(uri), "version": .number(number)],
            "contentChanges": [["range": range, "text": "query A { a "], ["text": .string(text)]],
          ])
      }
      return [open] + requests + edits.prefix(1) + whole + ranged + edits + [
        request(80, uri, "workspace/symbol", ["query": "a"]),
        request(81, uri, "textDocument/rename", ["position": position(1, 8), "newName": "New"]),
        request(82, uri, "textDocument/selectionRange", ["positions": [position(1, 8)]]),
        notification("textDocument/didSave", document), notification("textDocument/didClose", document),
        request(83, uri, "shutdown", []), notification("exit", []),
      ]
    }
  }

  private static func position(_ line: Int, _ character: Int) -> JSONOutput {
    ["line": .number(line), "character": .number(character)]
  }

  private static func request(_ id: Int, _ uri: String, _ method: String, _ members: JSONOutput) -> String {
    var all: [(name: String, value: JSONOutput)] = [("textDocument", ["uri": .string(uri)])]
    if case .object(let more) = members { all += more }
    let message: JSONOutput = [
      "jsonrpc": "2.0", "id": .number(id), "method": .string(method), "params": .object(all),
    ]
    return message.line
  }

  private static func notification(_ method: String, _ parameters: JSONOutput) -> String {
    let message: JSONOutput = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
    return message.line
  }

  static func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  static func initialize(_ folder: URL) -> String {
    let capabilities = #"{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}"#
    return framed(
      #"{"id":0,"method":"initialize","params":{"capabilities":\#(capabilities),"rootUri":"\#(folder.absoluteString)"}}"#
    )
  }
}

extension Workspace {
  /// A session of bytes, in pieces; what is sent back has to be messages.
  func sendBytes(_ input: [UInt8]) throws {
    var state = UInt64(truncatingIfNeeded: input.count)
    try session { server in
      var rest = input[...]
      while !rest.isEmpty {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let piece = rest.prefix(Int((state >> 33) % 3000) + 1)
        server.receive(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
    }
  }

  /// A session of messages, a line each.
  func sendMessages(_ input: [UInt8]) throws {
    try session { server in
      for line in input.split(separator: UInt8(ascii: "\n")) {
        server.receive(Array("Content-Length: \(line.count)\r\n\r\n".utf8) + line)
        server.work()
      }
    }
  }

  private func session(_ body: (LanguageServer) -> Void) throws {
    var now = 0
    var isWrong = false
    let server = LanguageServer(
      clock: {
        now += 400
        return now
      }
    ) { bytes in
      guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return isWrong = true }
      if bytes.last != UInt8(ascii: "}") || start < 20 { isWrong = true }
    }
    server.receive(Array(ServerMessages.initialize(folder).utf8))
    body(server)
    for _ in 0..<3 { server.work() }
    if isWrong { throw Disagreement("the server's output and the protocol's messages") }
  }
}

extension LanguageServer {
  func receive(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { receive($0) } }
}
