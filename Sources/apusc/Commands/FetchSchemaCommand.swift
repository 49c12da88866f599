import ApusCompiler

/// `apusc fetch-schema`: a server's schema as a file.
enum FetchSchemaCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "fetch-schema",
      summary: "Download a server's schema by introspection.",
      operands: "URL",
      needsOperand: true,
      options: [
        CommandSyntax.Option(
          name: "header", values: ["LINE"], isRepeatable: true,
          help: "A line to send along: --header 'Authorization: Bearer …'."),
        CommandSyntax.Option(
          name: "output", values: ["FILE"],
          help: "Where to; by default 'schema.graphqls'. The answer itself is kept in a FILE.json."),
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count == 1 else { throw UsageError("'fetch-schema' takes one URL.") }
    let url = arguments.operands[0]
    let headers = arguments.values("header")
    for header in headers where !header.contains(":") {
      throw UsageError("--header '\(header)' has no colon. Write 'Name: value'.")
    }
    let path = arguments.value("output") ?? "schema.graphqls"
    do throws(SchemaDownload.Failure) {
      let form: SchemaDownload.Form = path.lowercased().hasSuffix(".json") ? .json : .sdl
      let text = try SchemaDownload.fetch(as: form) { (body) throws(SchemaDownload.Failure) in
        try Curl.post(body, to: url, headers: headers)
      }
      let isNew = try write(text, to: path)
      output.result(isNew ? "\(path) is written.\n" : "\(path) is up to date.\n")
      return .success
    } catch {
      output.failure("error: \(error.message)\n")
      return .invalidInput
    }
  }

  private static func write(_ text: String, to path: String) throws(SchemaDownload.Failure) -> Bool {
    do throws(FileError) {
      return try FileSystem.write(text, to: path)
    } catch {
      throw SchemaDownload.Failure("'\(error.path)' cannot be written: \(error.reason).")
    }
  }
}
