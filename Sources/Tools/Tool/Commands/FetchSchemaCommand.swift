import ApusDriver

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apus-tool fetch-schema`: downloads a server's schema.
enum FetchSchemaCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "fetch-schema",
      summary: "Download a schema: by introspection, as a file, or from GraphOS.",
      operands: "URL",
      discussion: """
        Introspection asks for everything in the specification. Parts that a server rejects, or considers too deep,
        are left out step by step, and so is a directive @apus. Header values, keys, and user information in URLs are never printed. With
        --header, redirects are not followed.
        """,
      options: [
        CommandSyntax.Option(
          name: "header", values: ["LINE"], isRepeatable: true,
          help: "A header to send: --header 'Authorization: Bearer …'."),
        CommandSyntax.Option(
          name: "get",
          help: "Download URL as a file with SDL or introspection JSON, without an introspection query."),
        CommandSyntax.Option(
          name: "graphos", values: ["GRAPH@VARIANT"],
          help: """
            Download the schema from the Apollo GraphOS registry instead of URL. Set the environment
            variable APOLLO_KEY to the key, and APOLLO_REGISTRY_URL to use another registry.
            """),
        CommandSyntax.Option(
          name: "proxy", values: ["URL"], help: "The proxy; by default that of http_proxy and https_proxy."),
        CommandSyntax.Option(
          name: "authorities", values: ["FILE"],
          help: "Certificates (PEM) of trusted authorities, instead of the system's."),
        CommandSyntax.Option(
          name: "output", values: ["FILE"],
          help: "The output; by default 'schema.graphqls'. A FILE.json contains the response itself."),
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    var secrets = Secrets()
    let headers = arguments.values("header")
    for (index, header) in headers.enumerated() {
      // Do not print the header: without the colon it may be the secret itself.
      guard let colon = header.firstIndex(of: ":"), colon != header.startIndex else {
        throw UsageError("--header number \(index + 1) has no name before a colon. Write 'Name: value'.")
      }
      secrets.add(header: header)
    }
    for url in arguments.operands + arguments.values("proxy") { secrets.add(address: url) }
    var request = Curl.Request(url: "", headers: headers)
    request.proxy = arguments.value("proxy")
    request.authorities = arguments.value("authorities")
    if let file = request.authorities, FileSystem.kind(of: file) != .file {
      throw UsageError("--authorities: there is no file '\(file)'.")
    }
    let fetch = try way(arguments, request, &secrets)
    let path = arguments.value("output") ?? "schema.graphqls"
    do throws(SchemaDownload.Failure) {
      let isNew = try write(fetch(path.lowercased().hasSuffix(".json") ? .json : .sdl), to: path)
      output.result(isNew ? "\(path) is written.\n" : "\(path) is up to date.\n")
      return .success
    } catch {
      output.failure("error: \(secrets.hide(in: error.message))\n")
      return .invalidInput
    }
  }

  private typealias Fetch = (SchemaDownload.Form) throws(SchemaDownload.Failure) -> String

  /// The method of getting the schema.
  private static func way(
    _ arguments: ParsedArguments, _ request: Curl.Request, _ secrets: inout Secrets
  ) throws(UsageError) -> Fetch {
    var request = request
    if let reference = arguments.value("graphos") {
      guard arguments.operands.isEmpty, !arguments.has("get"), request.headers.isEmpty else {
        throw UsageError("--graphos cannot be combined with a URL, --get or --header.")
      }
      guard let download = GraphOSDownload(reference) else {
        throw UsageError("--graphos must be GRAPH@VARIANT, not '\(reference)'.")
      }
      guard let key = environment("APOLLO_KEY") else {
        throw UsageError("--graphos needs a GraphOS key in the environment variable APOLLO_KEY.")
      }
      secrets.add(key)
      request.url = environment("APOLLO_REGISTRY_URL") ?? GraphOSDownload.address
      secrets.add(address: request.url)
      request.headers = ["x-api-key: \(key)"]
      request.body = download.body
      let asked = request
      return { (form) throws(SchemaDownload.Failure) in try download.text(Curl.send(asked), as: form) }
    }
    guard arguments.operands.count == 1 else { throw UsageError("'fetch-schema' takes one URL.") }
    request.url = arguments.operands[0]
    let asked = request
    if arguments.has("get") {
      return { (form) throws(SchemaDownload.Failure) in try SchemaDownload.file(Curl.send(asked), as: form) }
    }
    return { (form) throws(SchemaDownload.Failure) in
      try SchemaDownload.fetch(as: form) { (body) throws(SchemaDownload.Failure) in
        var asked = asked
        asked.body = body
        return try Curl.send(asked)
      }
    }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func write(_ text: String, to path: String) throws(SchemaDownload.Failure) -> Bool {
    do throws(FileError) {
      return try FileSystem.write(text, to: path)
    } catch {
      throw SchemaDownload.Failure("'\(error.path)' cannot be written: \(error.reason).")
    }
  }
}
