import ApusDiagnostics
import ApusJSON
import ApusSchema
import ApusSyntax

/// A server's schema by introspection.
package enum SchemaDownload {
  /// What came back of a request.
  package struct Answer {
    package var status: Int
    package var contentType: String
    package var body: [UInt8]

    package init(status: Int, contentType: String, body: [UInt8]) {
      self.status = status
      self.contentType = contentType
      self.body = body
    }
  }

  /// Why there is no schema, in a sentence that says what to do.
  package struct Failure: Error, Equatable {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// What the text is to be.
  package enum Form: String, CaseIterable {
    case sdl, json
  }

  /// Asks for everything that today's servers know and, where that is refused, for what old ones do.
  ///
  /// - Parameter send: sends the body of a POST request, which is JSON, and gives what comes back.
  /// - Returns: the schema's text.
  package static func fetch(
    as form: Form, send: (String) throws(Failure) -> Answer
  ) throws(Failure) -> String {
    let first = try judge(send(body(IntrospectionQuery.current)), form)
    if case .text(let text) = first { return text }
    let second = try judge(send(body(IntrospectionQuery.old)), form)
    switch second {
    case .text(let text): return text
    case .refused(let message):
      if message.lowercased().contains("introspection") {
        throw Failure(
          "The server refuses introspection: \(message) Ask its owners for the schema as a file, or for an endpoint "
            + "that allows it.")
      }
      throw Failure("The server refuses the query: \(message)")
    }
  }

  private enum Verdict {
    case text(String)
    /// The server answered in GraphQL, with an error.
    case refused(String)
  }

  private static func body(_ query: String) -> String { (["query": .string(query)] as JSONOutput).line }

  private static func judge(_ answer: Answer, _ form: Form) throws(Failure) -> Verdict {
    if answer.status == 401 || answer.status == 403 {
      throw Failure(
        "The server asks who you are (status \(answer.status)). Give it a header: --header 'Authorization: Bearer …'."
      )
    }
    // Proxies and gateways answer with texts and pages of their own.
    if answer.status >= 500 || answer.status == 429 {
      let root = try? JSONTree.parse(SourceFile(path: "answer.json", bytes: answer.body)).root
      if root?["data"] == nil {
        throw Failure(
          "The server cannot answer now (status \(answer.status))\(SchemaDownload.excerpt(of: answer)). Try again later."
        )
      }
    }
    let source = SourceFile(path: "answer.json", bytes: answer.body)
    let isPage = answer.contentType.hasPrefix("text/html") || answer.body.first == UInt8(ascii: "<")
    guard !isPage, let root = try? JSONTree.parse(source).root else {
      let what = isPage ? "a web page" : "no JSON"
      throw Failure(
        "The answer is \(what) (status \(answer.status)): that is not a GraphQL endpoint. Its address often ends in "
          + "/graphql.")
    }
    guard let data = root["data"], data["__schema"]?.members != nil else {
      if let message = root["errors"]?.elements?.first?["message"]?.string { return .refused(message) }
      throw Failure(
        "The answer holds no schema (status \(answer.status)): that is not a GraphQL endpoint. Its address often ends "
          + "in /graphql.")
    }
    if form == .json { return .text(source.text(0, source.count)) }
    let loaded = SchemaLoader.load([source], names: NameTable())
    if !SchemaSeverity.allowUse(loaded.diagnostics), let entry = loaded.diagnostics.first {
      throw Failure("The answer is incomplete: \(entry.diagnostic.message)")
    }
    return .text(SchemaPrinter.print(loaded.schema) + "\n")
  }

  /// The beginning of an answer's text on one line, behind a colon: what came is often all that explains it.
  private static func excerpt(of answer: Answer) -> String {
    let text = String(decoding: answer.body.prefix(2000), as: UTF8.self)
    // Of a page the words, not the tags.
    var words = ""
    var isTag = false
    for character in text {
      if character == "<" { isTag = true }
      if !isTag { words.append(character) }
      if character == ">" {
        isTag = false
        words.append(" ")
      }
    }
    let line = words.split { $0.isWhitespace }.joined(separator: " ")
    return line.isEmpty ? "" : ": " + line.prefix(200)
  }
}
