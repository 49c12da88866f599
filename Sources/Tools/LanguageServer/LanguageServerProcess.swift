import ApusDriver
import ApusSource

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs the server on standard input and output. Standard output carries nothing but messages.
package enum LanguageServerProcess {
  private static let help = """
    Language server for GraphQL in Swift projects: diagnostics, completion and more, based on how Apus compiles documents.

    Usage: apus-language-server [--log FILE] [--arguments FILE]…
           apus-language-server --mcp [--log FILE] [--arguments FILE]… [FOLDER…]

    An editor starts it and speaks the language server protocol over standard input and output. With --mcp, a coding agent
    starts it and speaks the Model Context Protocol, to ask about the packages in each FOLDER.

    Options:
      --mcp             Offer tools to coding agents. They name only files in each FOLDER: by default, the current one.
                        Files elsewhere are read if your configuration, package, builds or symbolic links name them.
      --log FILE        Append log messages, one per line.
      --arguments FILE  A project: the arguments of 'apusc generate', one a line. Those that builds with the plugin leave in
                        '.build' are found without it.
      --help            Show this help.

    Exit code: 0 after 'shutdown' and 'exit', or with --mcp at the end of the input; 1 for another end; 2 for a wrong
    command line.

    """

  /// Runs until the client ends the session.
  ///
  /// - Parameter arguments: the command line arguments, without the program's name.
  /// - Returns: the exit code.
  package static func run(_ arguments: [String]) -> Int32 {
    var log: Int32?
    var files: [String] = []
    var folders: [String] = []
    var isForAgents = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        StandardStreams.writeResult(help)
        return 0
      // Some editors pass this to every server.
      case "--stdio": continue
      case "--mcp": isForAgents = true
      case "--log":
        guard let path = rest.popFirst() else { return fail("--log needs a FILE.") }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
          return fail("'\(path)' cannot be written: \(String(cString: strerror(errno))).")
        }
        log = descriptor
      case "--arguments":
        guard let path = rest.popFirst() else { return fail("--arguments needs a FILE.") }
        files.append(path)
      case _ where argument.hasPrefix("-"):
        return fail("'\(argument)' is not an option. See 'apus-language-server --help'.")
      default: folders.append(argument)
      }
    }
    if let folder = folders.first, !isForAgents {
      return fail("'\(folder)' is not an option. Only --mcp takes folders: an editor sends its own.")
    }
    for folder in folders where FileSystem.kind(of: folder) != .directory {
      return fail("'\(folder)' is not a folder.")
    }
    signal(SIGPIPE, SIG_IGN)
    return serve(log) { log, send in
      if isForAgents { return AgentServer(folders: folders, arguments: files, log: log, send: send) }
      return LanguageServer(arguments: files, clock: milliseconds, log: log, send: send)
    }
  }

  private static func fail(_ message: String) -> Int32 {
    StandardStreams.writeMessage("apus-language-server: error: \(message)\n")
    return 2
  }

  private static func serve(
    _ log: Int32?,
    _ makeServer: (_ log: @escaping (String) -> Void, _ send: @escaping ([UInt8]) -> Void) ->
      any MessageServer
  ) -> Int32 {
    var isClosed = false
    let server = makeServer(
      { line in if let log { _ = StandardStreams.write("\(line)\n", to: log) } },
      { bytes in
        let code = bytes.withUnsafeBytes { StandardStreams.write($0, to: STDOUT_FILENO) }
        if code != 0 { isClosed = true }
      })
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let code = server.exitCode { return code }
      if isClosed || !isAlive(server.clientProcess) { return 1 }
      guard isReadable(within: min(server.nextTimeout, 5000)) else {
        server.work()
        continue
      }
      // Read all input that has arrived before computing anything.
      repeat {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return isClosed ? 1 : server.end() }
        buffer.withUnsafeBufferPointer { bytes in
          server.receive(UnsafeBufferPointer(rebasing: bytes[..<count]))
        }
        if let code = server.exitCode { return code }
      } while isReadable(within: 0)
    }
  }

  /// Waits up to `timeout` milliseconds for input or its end.
  private static func isReadable(within timeout: Int) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, Int32(truncatingIfNeeded: timeout)) > 0
  }

  /// Whether the process that started the server is still running.
  private static func isAlive(_ process: Int?) -> Bool {
    guard let process, process > 0, let id = pid_t(exactly: process) else { return true }
    return kill(id, 0) == 0 || errno != ESRCH
  }

  private static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
