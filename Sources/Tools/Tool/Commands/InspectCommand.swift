import ApusDriver
import ApusInspectorPage
import ApusLoopback

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `apus-tool inspect`: opens the inspector's page on a recording.
enum InspectCommand {
  static var command: Command { Command(syntax: syntax, run: run) }

  private static var syntax: CommandSyntax {
    CommandSyntax(
      name: "inspect",
      summary: "Show a recording of a client, as ApusInspector writes it, on a page in the browser.",
      operands: "FILE",
      discussion: """
        The page is on the loopback interface, and its URL contains a token, so that other users of this machine cannot read
        it. The command prints the URL, and ends with Ctrl-C.
        """,
      options: [
        CommandSyntax.Option(
          name: "port", values: ["PORT"], help: "The port of the page; by default, any free one.")
      ])
  }

  private static func run(_ arguments: ParsedArguments, _ output: Output) throws(UsageError) -> ExitCode {
    guard arguments.operands.count == 1, let path = arguments.operands.first else {
      throw UsageError("Specify one FILE that an inspector has written.")
    }
    let port = try arguments.number("port", in: 0...65535) ?? 0
    let recording: RecordingContent
    do throws(FileError) {
      recording = try RecordingContent(FileSystem.read(path))
    } catch {
      output.failure("error: '\(error.path)' cannot be read: \(error.reason).\n")
      return .invalidInput
    }
    if let fault = recording.fault {
      output.failure("error: \(path): \(fault)\n")
      return .invalidInput
    }
    // A plugin that is ended with Ctrl-C does not pass the signal on.
    let parent = getppid()
    do {
      try InspectorServer.run(recording, port: port, isWoken: false) { url, _ in
        output.result("\(url) shows \(recording.count) records. Press Ctrl-C to stop.\n")
      } until: {
        getppid() != parent
      }
      return .success
    } catch {
      output.failure("error: \(error.message)\n")
      return .invalidInput
    }
  }
}
