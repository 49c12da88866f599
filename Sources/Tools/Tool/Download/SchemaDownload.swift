import ApusDriver
import ApusFormatter
import ApusSource
import ApusSchema
import ApusSyntax

/// Downloads a server's schema by introspection.
package enum SchemaDownload {
  /// The response to a request.
  package struct Answer {
    package var status: Int
    package var contentType: String
    package var body: [UInt8]

    package init(status: Int, contentType: String, body: [UInt8]) {
      self.status = status
      self.contentType = contentType
      self.body = body
    }

    var source: SourceFile { SourceFile(path: "answer.json", bytes: body) }

    /// The body as JSON; nil if it is something else.
    var json: JSONValue? { try? JSONTree.parse(source).root }
  }

  /// The reason why there is no schema and the fix, as a sentence.
  package struct Failure: Error, Equatable {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// The format of the result.
  package enum Form: String, CaseIterable {
    case sdl, json
  }

  /// Asks for everything that current servers support. If the server rejects that, retries with less: what old servers
  /// support, and less deeply nested types.
  ///
  /// - Parameter send: sends the JSON body of a POST request and returns the response.
  /// - Returns: the schema's text.
  /// - Throws: ``Failure`` if the server cannot be reached or does not return a schema.
  package static func fetch(
    as form: Form, send: (String) throws(Failure) -> Answer
  ) throws(Failure) -> String {
    var extent = IntrospectionQuery.Extent.draft2026
    var depths = IntrospectionQuery.depths[...]
    while true {
      let query = IntrospectionQuery.text(extent, depth: depths.first ?? 3)
      let message: String
      let answer = try send(body(query))
      switch try judge(answer, form) {
      case .text(let text):
        guard hasCapabilities(answer) else { return text }
        let whole = IntrospectionQuery.text(extent, depth: depths.first ?? 3, capabilities: true)
        // If the server rejects the query for capabilities, the schema is still usable.
        guard case .text(let text)? = try? judge(send(body(whole)), form) else { return text }
        return text
      case .refused(let words): message = words
      }
      let words = message.lowercased()
      if isAboutDepth(words), depths.count > 1 {
        depths.removeFirst()
        continue
      }
      // A server with introspection disabled would reject the second query too.
      let isForbidden = words.contains("introspection") && !isAboutDepth(words)
      if isForbidden, extent != .draft2026 {
        throw Failure(
          "The server rejects introspection: \(message) Ask its owners for the schema as a file, or for an endpoint "
            + "that allows it.")
      }
      guard let next = IntrospectionQuery.Extent(rawValue: extent.rawValue + 1) else {
        throw Failure("The server rejects the query: \(message)")
      }
      extent = next
    }
  }

  /// Whether the types in a response include that of the server's capabilities.
  private static func hasCapabilities(_ answer: Answer) -> Bool {
    answer.json?["data"]?["__schema"]?["types"]?.elements?
      .contains { $0["name"]?.string == ServiceCapabilities.typeName } ?? false
  }

  /// Whether the query was rejected for its size rather than its contents.
  private static func isAboutDepth(_ message: String) -> Bool {
    ["depth", "deep", "complex", "nest", "cost"].contains { message.contains($0) }
  }

  /// The schema in the response to a GET request: SDL, or introspection JSON.
  package static func file(_ answer: Answer, as form: Form) throws(Failure) -> String {
    try refuseErrors(answer)
    if answer.status >= 300 {
      throw Failure("There is no file (status \(answer.status))\(excerpt(of: answer)).")
    }
    let first = answer.body.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    if first == UInt8(ascii: "<") {
      throw Failure("The response is a web page: that is not the URL of a schema.")
    }
    if first == UInt8(ascii: "{") {
      let source = answer.source
      return form == .json ? source.text(0, source.count) : try text(of: source)
    }
    return try sdl(String(decoding: answer.body, as: UTF8.self), as: form)
  }

  /// Returns the SDL unchanged if it is a schema.
  static func sdl(_ text: String, as form: Form) throws(Failure) -> String {
    let source = SourceFile(path: "answer.graphqls", text: text)
    let loaded = SchemaLoader.load([source], names: NameTable())
    if source.isBlank { throw Failure("The response is empty.") }
    if !SchemaSeverity.allowUse(loaded.diagnostics), let entry = loaded.diagnostics.first {
      throw Failure("The response is not a schema: \(entry.diagnostic.message)")
    }
    if form == .json {
      throw Failure(
        "The response is SDL. Name the output 'schema.graphqls'; only introspection returns JSON.")
    }
    return formatted(source)
  }

  private enum Verdict {
    case text(String)
    /// The server returned a GraphQL error.
    case refused(String)
  }

  static func body(_ query: String) -> String { (["query": .string(query)] as JSONOutput).line }

  /// Throws if the status of a response is an error.
  static func refuseErrors(_ answer: Answer) throws(Failure) {
    if answer.status == 401 || answer.status == 403 {
      throw Failure(
        "The server requires authentication (status \(answer.status)). Add a header: --header 'Authorization: Bearer …'."
      )
    }
    // Proxies and gateways replace the response by error pages.
    if answer.status >= 500 || answer.status == 429, answer.json?["data"] == nil {
      throw Failure(
        "The server is unavailable (status \(answer.status))\(SchemaDownload.excerpt(of: answer)). Try again later."
      )
    }
  }

  private static func judge(_ answer: Answer, _ form: Form) throws(Failure) -> Verdict {
    try refuseErrors(answer)
    let isPage = answer.contentType.hasPrefix("text/html") || answer.body.first == UInt8(ascii: "<")
    guard !isPage, let root = answer.json else {
      let what = isPage ? "a web page" : "not JSON"
      throw Failure(
        "The response is \(what) (status \(answer.status)): that is not a GraphQL endpoint. Its URL often ends in "
          + "/graphql.")
    }
    guard let data = root["data"], data["__schema"]?.members != nil else {
      if let message = root["errors"]?.elements?.first?["message"]?.string { return .refused(message) }
      throw Failure(
        "The response contains no schema (status \(answer.status)): that is not a GraphQL endpoint. Its URL often ends "
          + "in /graphql.")
    }
    let source = answer.source
    return .text(form == .json ? source.text(0, source.count) : try text(of: source))
  }

  /// Converts introspection JSON to SDL.
  private static func text(of source: SourceFile) throws(Failure) -> String {
    let loaded = SchemaLoader.load([source], names: NameTable())
    if !SchemaSeverity.allowUse(loaded.diagnostics), let entry = loaded.diagnostics.first {
      throw Failure("The response is incomplete: \(entry.diagnostic.message)")
    }
    return formatted(SourceFile(path: source.path, text: IntrospectedSDL.text(of: loaded.schema)))
  }

  /// SDL in the layout of `swift package apus format`, so that a format check of the repository accepts the file.
  private static func formatted(_ source: SourceFile) -> String {
    String(decoding: Formatter.format(source).text, as: UTF8.self)
  }

  /// The beginning of a response on one line, after a colon. It is often the only explanation available.
  private static func excerpt(of answer: Answer) -> String {
    let text = String(decoding: answer.body.prefix(2000), as: UTF8.self)
    // For an HTML page, skip the tags.
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
