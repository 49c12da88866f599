import ApusCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// HTTP by the system's `curl`: proxies and certificates are its business, and the tool itself starts without a network
/// stack.
enum Curl {
  /// Posts JSON.
  ///
  /// - Parameter headers: whole lines, for example `Authorization: Bearer …`.
  /// - Throws: when there is no `curl`, or no answer.
  static func post(
    _ body: String, to url: String, headers: [String]
  ) throws(SchemaDownload.Failure) -> SchemaDownload.Answer {
    // Everything goes through standard input: arguments are seen by every user of the machine.
    var settings = ["url = \(quoted(url))", "data-binary = \(quoted(body))"]
    for header in ["Content-Type: application/json", "Accept: application/json"] + headers {
      settings.append("header = \(quoted(header))")
    }
    // No other protocol, `file` least of all, and no pattern of URLs.
    let options = [
      "--proto", "=http,https", "--globoff",
      "--silent", "--show-error", "--location", "--max-time", "120", "--config", "-",
    ]
    let output = try run(
      options + ["--write-out", "\n%{http_code} %{content_type}"], settings.joined(separator: "\n"))
    guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else {
      throw SchemaDownload.Failure("There is no answer from \(url).")
    }
    let trailer = String(decoding: output[(end + 1)...], as: UTF8.self).split(separator: " ", maxSplits: 1)
    return SchemaDownload.Answer(
      status: trailer.first.flatMap { Int($0) } ?? 0,
      contentType: trailer.count > 1 ? String(trailer[1]) : "",
      body: Array(output[..<end]))
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": result += "\\\(character)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }

  private static func run(_ arguments: [String], _ input: String) throws(SchemaDownload.Failure) -> [UInt8] {
    var toCurl: [Int32] = [0, 0]
    var fromCurl: [Int32] = [0, 0]
    guard pipe(&toCurl) == 0, pipe(&fromCurl) == 0 else {
      throw SchemaDownload.Failure("No pipe to curl: \(String(cString: strerror(errno))).")
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toCurl[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromCurl[1], STDOUT_FILENO)
    for descriptor in toCurl + fromCurl { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var texts = (["curl"] + arguments).map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var process = pid_t()
    let code = posix_spawnp(&process, "curl", &actions, nil, &texts, environ)
    close(toCurl[0])
    close(fromCurl[1])
    guard code == 0 else {
      close(toCurl[1])
      close(fromCurl[0])
      throw SchemaDownload.Failure("curl cannot be started (\(String(cString: strerror(code)))). Install it.")
    }
    // The settings fit a pipe's buffer, so writing all of them before reading does not block.
    Output.write(input, to: toCurl[1])
    close(toCurl[1])
    let output = readAll(fromCurl[0])
    close(fromCurl[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw SchemaDownload.Failure("curl could not ask the server; its own words are above.")
    }
    return output
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return all }
      all += chunk[..<count]
    }
  }
}
