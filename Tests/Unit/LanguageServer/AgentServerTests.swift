import ApusDriver
import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusLanguageServer

/// Tools for coding agents. `Tests/Systems/LanguageServer` calls each of them with the protocol's own client.
@Suite(.timeLimit(.minutes(5))) struct AgentServerTests {
  /// A server and its client in one process.
  private final class Agent {
    private(set) var messages: [JSONValue] = []
    private(set) var server: AgentServer!

    init(_ folder: String) {
      server = AgentServer(folders: [folder]) { [unowned self] bytes in
        if let value = Session.value(String(decoding: bytes, as: UTF8.self)) { messages.append(value) }
      }
    }

    func send(_ text: String) {
      var text = text
      text.withUTF8 { server.receive($0) }
      while server.nextTimeout == 0 { server.work() }
    }

    func call(_ tool: String, _ arguments: String) -> JSONValue? {
      messages = []
      send(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
          + "\n")
      return messages.first?["result"]
    }
  }

  private func text(_ answer: JSONValue?) -> String {
    answer?["content"]?.elements?.first?["text"]?.string ?? ""
  }

  @Test func `targets have their own schema or the package's`() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "schema.graphqls": "type Query { a: Int }", "Sources/A/a.graphql": "query A { a }",
      "Sources/B/b.graphql": "query B { a }", "Sources/C/schema.graphqls": "type Query { c: Int }",
    ])
    let agent = Agent(folder.path)
    let projects = agent.call("list_projects", "{}")?["structuredContent"]?["projects"]?.elements ?? []
    #expect(projects.compactMap { $0["name"]?.string } == ["Sources/A", "Sources/B", "Sources/C"])
    #expect(
      projects.map { $0["schemas"]?.elements?.compactMap(\.string) } == [
        ["schema.graphqls"], ["schema.graphqls"], ["Sources/C/schema.graphqls"],
      ])
    #expect(agent.call("find_in_schema", #"{"query":"a"}"#)?["isError"]?.boolean == true)
    let found = agent.call("find_in_schema", #"{"query":"c","project":"C"}"#)
    #expect(found?["structuredContent"]?["matches"]?.elements?.first?["coordinate"]?.string == "Query.c")
    // A change of the shared schema breaks both targets that use it.
    let breaks = agent.call("list_schema_breaks", #"{"project":"A","newSchemaText":"type Query { b: Int }"}"#)
    #expect(breaks?["structuredContent"]?["total"]?.integer == 1)
  }

  @Test func `documents with errors are not compared, and the first errors are listed`() throws {
    let names = (1...13).map { "x\($0)" }.joined(separator: " ")
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "q.graphql": "query Q { \(names) }",
    ])
    let answer = Agent(folder.path).call("list_schema_breaks", #"{"newSchemaText":"type Query { b: Int }"}"#)
    #expect(answer?["isError"]?.boolean == true && text(answer).hasPrefix("Nothing was compared"))
    #expect(text(answer).contains("\"x10\"") && !text(answer).contains("\"x11\""))
    #expect(text(answer).hasSuffix("3 more errors are not shown. Correct these first.\n"))
  }

  @Test func `a text needs no file and leaves none`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "f.graphql": "fragment F on Query { a }",
    ])
    let agent = Agent(folder.path)
    #expect(
      agent.call("check_document", #"{"text":"{ b }"}"#)?["structuredContent"]?["isValid"]?.boolean == false)
    #expect(text(agent.call("show_swift", #"{"text":"query Q { ...F }"}"#)).contains("struct QQuery"))
    #expect(try folder.names == ["f.graphql", "schema.graphqls"])
    // The next call sees the files as they are.
    #expect(agent.call("check_document", "{}")?["structuredContent"]?["isValid"]?.boolean == true)
  }

  @Test func `a batch has one response, without notifications and cancelled requests`() throws {
    let agent = Agent(try TemporaryFolder().path)
    func ping(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# }
    let cancel =
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#
    agent.send("[\(ping(1)),\(ping(2)),7,\(cancel),\(ping(3))]\n")
    #expect(agent.messages.count == 1)
    let responses = agent.messages.first?.elements ?? []
    #expect(responses.map { $0["id"]?.integer } == [nil, 1, 3])
    #expect(responses.map { $0["error"]?["code"]?.integer } == [-32600, nil, nil])
    // The last open request of a batch may be a cancelled one.
    agent.send("[\(cancel)]\n[\(ping(2)),\(cancel)]\n")
    #expect(agent.messages.count == 1)
    agent.send("[]\n\(ping(4))\n")
    #expect(agent.messages.dropFirst().map { $0["error"]?["code"]?.integer } == [-32600, nil])
    #expect(agent.messages.last?["id"]?.integer == 4)
  }

  @Test func `a long batch is read in part, and its response says so`() throws {
    let agent = Agent(try TemporaryFolder().path)
    func batch(_ count: Int) -> String {
      let pings = (1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# }
      return "[\(pings.joined(separator: ","))]\n"
    }
    agent.send(batch(20))
    #expect(agent.messages.last?.elements?.map { $0["id"]?.integer } == Array(1...20))
    agent.send(batch(23))
    let responses = agent.messages.last?.elements ?? []
    #expect(responses.compactMap { $0["id"]?.integer } == Array(1...20))
    let refusals = responses.compactMap { $0["error"] }
    #expect(refusals.map { $0["code"]?.integer } == [-32600])
    #expect(refusals.first?["message"]?.string?.contains("the last 3 of 23 were not read") == true)
  }

  @Test func `many projects come in pages, and each names its first schemas`() throws {
    var files = ["Package.swift": ""]
    for number in 101...160 { files["Sources/T\(number)/schema.graphqls"] = "type Query { a: Int }" }
    for number in 101...150 { files["Sources/T130/s\(number).graphqls"] = "scalar S\(number)" }
    let folder = try TemporaryFolder(files)
    let agent = Agent(folder.path)
    var projects: [JSONValue] = []
    var offset = 0
    while true {
      let answer = try #require(agent.call("list_projects", #"{"offset":\#(offset)}"#))
      let part = try #require(answer["structuredContent"])
      #expect(part["total"]?.integer == 60)
      projects += part["projects"]?.elements ?? []
      guard let next = part["nextOffset"]?.integer else { break }
      try #require(next > offset)
      #expect(text(answer).contains("Pass \"offset\": \(next) for the next ones."))
      offset = next
    }
    #expect(offset > 0)
    #expect(projects.compactMap { $0["name"]?.string } == (101...160).map { "Sources/T\($0)" })
    let long = try #require(projects.first { $0["schemasLeftOut"] != nil })
    #expect(long["name"]?.string == "Sources/T130")
    #expect(long["schemas"]?.elements?.count == 40 && long["schemasLeftOut"]?.integer == 11)
    // Other answers name no more projects than a sentence can hold.
    let check = text(agent.call("check_document", "{}"))
    #expect(check.contains("\"Sources/T140\" and 20 more, which list_projects names: "))
  }

  @Test func `every revision that the server names is spoken`() throws {
    let agent = Agent(try TemporaryFolder().path)
    func list(_ revision: String) -> JSONValue? {
      agent.send(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"#
          + #""\#(revision)","io.modelcontextprotocol/clientCapabilities":{}}}}"# + "\n")
      return agent.messages.last
    }
    let supported = try #require(list("1999-01-01")?["error"]?["data"]?["supported"]?.elements)
    #expect(supported.count == 5)
    for revision in supported.compactMap(\.string) {
      let result = list(revision)?["result"]
      #expect(result?["tools"]?.elements?.isEmpty == false, "\(revision)")
      // Only the stateless revision marks its results as complete.
      #expect((result?["resultType"] != nil) == (revision == "2026-07-28"))
    }
  }

  @Test func `a path that links lead out of the folders is not read`() throws {
    let outside = try TemporaryFolder(["secret.graphql": "query Secret { a }"])
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "real/q.graphql": "query Q { a }",
    ])
    for (name, target) in [
      ("out", outside.path), ("file.graphql", outside["secret.graphql"]), ("in", folder["real"]),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder[name], withDestinationPath: target)
    }
    let agent = Agent(folder.path)
    for arguments in [
      #"{"path":"out/secret.graphql"}"#, #"{"path":"file.graphql"}"#,
      #"{"path":"out/new.graphql","text":"{ a }"}"#,
      #"{"path":"\#(outside["secret.graphql"])"}"#,
    ] {
      let answer = agent.call("check_document", arguments)
      #expect(
        answer?["isError"]?.boolean == true && text(answer).contains("so it is not read"), "\(arguments)")
    }
    let breaks = agent.call("list_schema_breaks", #"{"newSchema":"file.graphql"}"#)
    #expect(text(breaks).contains("symbolic link"))
    // A link within the folders is followed, and so is one above them.
    #expect(agent.call("check_document", #"{"path":"in/q.graphql"}"#)?["isError"]?.boolean == false)
    let links = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(atPath: links["a"], withDestinationPath: folder.path)
    let linked = Agent(links["a"])
    #expect(linked.call("check_document", #"{"path":"real/q.graphql"}"#)?["isError"]?.boolean == false)
  }

  @Test func `a text without a path is checked where the patterns of the configuration include it`() throws {
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { a: Int }", "documents/a.query.graphql": "query A { a }",
      ".graphqlrc.json": #"{"schema":"schema.graphqls","documents":"documents/*.query.graphql"}"#,
    ])
    let agent = Agent(folder.path)
    let valid = agent.call("check_document", #"{"text":"query B { a }"}"#)
    #expect(valid?["structuredContent"]?["isValid"]?.boolean == true, "\(text(valid))")
    let invalid = agent.call("check_document", #"{"text":"query B { b }"}"#)
    #expect(invalid?["structuredContent"]?["isValid"]?.boolean == false)
    // No other file matches this pattern.
    try folder.write(
      #"{"schema":"schema.graphqls","documents":"documents/a.query.graphql"}"#, to: ".graphqlrc.json")
    let refused = agent.call("check_document", #"{"text":"query B { a }"}"#)
    #expect(refused?["isError"]?.boolean == true && text(refused).contains("as \"path\""))
  }

  @Test func `a text without a path belongs to the project that is named`() throws {
    let folder = try TemporaryFolder([
      "a.graphqls": "type Query { a: Int }", "b.graphqls": "type Query { b: Int }",
      "a/q.graphql": "query A { a }", "b/q.graphql": "query B { b }",
      ".graphqlrc.json": """
      {"projects":{"a":{"schema":"a.graphqls","documents":"a/*.graphql"},
      "b":{"schema":"b.graphqls","documents":"b/*.graphql"}}}
      """,
    ])
    let agent = Agent(folder.path)
    for (name, isValid) in [("a", false), ("b", true)] {
      let answer = agent.call("check_document", #"{"text":"query C { b }","project":".#\#(name)"}"#)
      #expect(answer?["structuredContent"]?["isValid"]?.boolean == isValid, "\(text(answer))")
    }
    // A path that is not in the named project is an error rather than a reason to ignore the name.
    let other = agent.call("check_document", #"{"path":"a/q.graphql","project":".#b"}"#)
    #expect(other?["isError"]?.boolean == true && text(other).contains("not a document of the project"))
    let own = agent.call("check_document", #"{"path":"a/q.graphql","project":".#a"}"#)
    #expect(own?["structuredContent"]?["isValid"]?.boolean == true, "\(text(own))")
  }

  @Test func `fragments of another target are found, and their Swift needs a build`() throws {
    let folder = try TemporaryFolder([
      "Package.swift": "", "schema.graphqls": "type Query { a: Int }",
      "Sources/A/a.graphql": "fragment F on Query { a }",
    ])
    let agent = Agent(folder.path)
    let arguments = #"{"path":"Sources/B/b.graphql","text":"query Q { ...F }"}"#
    #expect(agent.call("check_document", arguments)?["structuredContent"]?["isValid"]?.boolean == true)
    let swift = agent.call("show_swift", arguments)
    #expect(swift?["isError"]?.boolean == true && text(swift).contains("Build the package once"))
  }

  @Test func `a page of long matches is not larger than others, and all pages have each match`() throws {
    let long = String(repeating: "x", count: 900)
    let fields = (1...60).map { "f\($0)(\(long): Int): Int" }.joined(separator: " ")
    let folder = try TemporaryFolder(["schema.graphqls": "type Query { \(fields) }"])
    let agent = Agent(folder.path)
    var found: [String] = []
    var offset = 0
    while true {
      let answer = try #require(
        agent.call("find_in_schema", #"{"owner":"Query","kind":"field","limit":200,"offset":\#(offset)}"#))
      let part = try #require(answer["structuredContent"])
      let matches = part["matches"]?.elements ?? []
      // The text begins with the type's definition.
      #expect(text(answer).utf8.count + JSONOutput(part).line.utf8.count < 45_000)
      found += matches.compactMap { $0["coordinate"]?.string }
      guard let next = part["nextOffset"]?.integer else { break }
      try #require(next > offset)
      offset = next
    }
    #expect(offset > 0 && Set(found).count == 60 && found.count == 60)
  }

  @Test func `long Swift comes in parts that join to the whole`() throws {
    let fields = (1...700).map { "f\($0): Int" }.joined(separator: " ")
    let names = (1...700).map { "f\($0)" }.joined(separator: " ")
    let folder = try TemporaryFolder([
      "schema.graphqls": "type Query { \(fields) }", "q.graphql": "query Q { \(names) }",
    ])
    let agent = Agent(folder.path)
    var line = 1
    var whole = ""
    var parts = 0
    while true {
      let part = try #require(
        agent.call("show_swift", #"{"path":"q.graphql","line":\#(line)}"#)?["structuredContent"])
      whole += part["swift"]?.string ?? ""
      parts += 1
      guard let next = part["nextLine"]?.integer else { break }
      try #require(next > line)
      line = next
    }
    #expect(parts > 1)
    var inputs = Inputs(
      schemas: [folder["schema.graphqls"]],
      documents: [Document(path: folder["q.graphql"], output: "q.swift")])
    inputs.searched = [folder.path]
    let output = try TemporaryFolder()
    _ = Pipeline.generate(inputs, into: OutputFolder(output.path))
    #expect(try output.text(of: "q.swift") == whole)
  }

  @Test func `a long text is cut between characters, and a note says so`() {
    #expect("abc\n".shortened(to: 4) == "abc\n")
    #expect("abc\n".shortened(to: 2) == "ab … (cut)\n")
    #expect("aé".shortened(to: 2) == "a … (cut)")
    #expect("👨‍👩‍👧b".shortened(to: 17) == " … (cut)")
    #expect(ToolError(String(repeating: "x", count: 30_000)).message.hasSuffix("xx … (cut)"))
  }

  @Test func `a line that is too long is dropped, and the next one read`() {
    var lines = LineReader(maximumLength: 10)
    func add(_ text: String) -> [String] {
      var text = text
      text.withUTF8 { lines.add($0) }
      var found: [String] = []
      while let line = lines.next() {
        switch line {
        case .message(let source): found.append(source.text(0, source.count))
        case .tooLong: found.append("too long")
        }
      }
      return found
    }
    #expect(add("a\n\n b\r\nc") == ["a", " b\r"])
    #expect(add("d\n01234567890\n1234567890\n") == ["cd", "too long", "1234567890"])
    #expect(add("0123456789abcdef") == [])
    #expect(add("0123456789") == [])
    #expect(add("x\ny\n") == ["too long", "y"])
    #expect(add("rest") == [])
    if case .message(let last) = lines.last() {
      #expect(last.text(0, last.count) == "rest")
    } else {
      Issue.record()
    }
  }
}
