import ApusDriver

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes HTTP requests with the system's `curl`, which takes care of proxies and certificates. The tool itself starts
/// without a network stack.
enum Curl {
  /// A request and its connection settings.
  struct Request {
    var url: String
    /// The JSON to post; nil for a GET request.
    var body: String?
    /// Complete header lines, for example `Authorization: Bearer …`.
    var headers: [String] = []
    /// The URL of a proxy; nil to use the environment's.
    var proxy: String?
    /// A file with trusted certificate authorities that replaces the system's.
    var authorities: String?
  }

  /// Sends a request.
  ///
  /// - Throws: ``SchemaDownload/Failure`` if `curl` is missing or there is no response.
  static func send(_ request: Request) throws(SchemaDownload.Failure) -> SchemaDownload.Answer {
    // Pass everything through standard input, because all users of the machine can see arguments.
    var settings = ["url = \(quoted(request.url))"]
    var headers = request.headers
    if let body = request.body {
      settings.append("data-binary = \(quoted(body))")
      headers = ["Content-Type: application/json", "Accept: application/json"] + headers
    }
    for header in headers { settings.append("header = \(quoted(header))") }
    if let proxy = request.proxy { settings.append("proxy = \(quoted(proxy))") }
    if let file = request.authorities { settings.append("cacert = \(quoted(file))") }
    // Forbid other protocols, above all `file`, and URL patterns.
    var options = [
      "--proto", "=http,https", "--globoff", "--silent", "--show-error", "--max-time", "120", "--config", "-",
    ]
    // Do not send secrets to the target of a redirect.
    if request.headers.isEmpty { options.append("--location") }
    let output = try run(
      options + ["--write-out", "\n%{http_code} %{redirect_url}\t%{content_type}"],
      settings.joined(separator: "\n"))
    guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else {
      throw SchemaDownload.Failure("There is no response from \(request.url).")
    }
    let trailer = String(decoding: output[(end + 1)...], as: UTF8.self)
    let parts = trailer.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ")
    if !request.headers.isEmpty, words.count > 1 {
      throw SchemaDownload.Failure(
        "The server has moved to \(words[1]). Headers are not forwarded to other URLs; use this one if you trust it."
      )
    }
    return SchemaDownload.Answer(
      status: words.first.flatMap { Int($0) } ?? 0, contentType: parts.count > 1 ? String(parts[1]) : "",
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
    var words: [Int32] = [0, 0]
    guard pipe(&toCurl) == 0, pipe(&fromCurl) == 0, pipe(&words) == 0 else {
      throw SchemaDownload.Failure("A pipe to curl cannot be created: \(String(cString: strerror(errno))).")
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
    posix_spawn_file_actions_adddup2(&actions, words[1], STDERR_FILENO)
    for descriptor in toCurl + fromCurl + words { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var texts = (["curl"] + arguments).map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var process = pid_t()
    let code = posix_spawnp(&process, "curl", &actions, nil, &texts, environ)
    close(toCurl[0])
    close(fromCurl[1])
    close(words[1])
    guard code == 0 else {
      close(toCurl[1])
      close(fromCurl[0])
      close(words[0])
      throw SchemaDownload.Failure("curl cannot be started (\(String(cString: strerror(code)))). Install it.")
    }
    // The settings fit into a pipe's buffer, so writing them all before reading does not block.
    _ = StandardStreams.write(input, to: toCurl[1])
    close(toCurl[1])
    let output = readAll(fromCurl[0])
    close(fromCurl[0])
    // Error messages fit into a pipe's buffer too.
    let message = String(decoding: readAll(words[0]), as: UTF8.self)
      .split(separator: "\n").joined(separator: " ")
    close(words[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw SchemaDownload.Failure(
        "The request failed. \(message.isEmpty ? "curl gives no reason." : message)")
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
