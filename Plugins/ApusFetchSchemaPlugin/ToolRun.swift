import Foundation
import PackagePlugin

/// A run of `apus-tool` whose messages go to the package manager.
struct ToolRun {
  let tool: URL
  let arguments: [String]
  let folder: URL
  var environment = ProcessInfo.processInfo.environment
  /// Whether diagnostics are reported to the package manager, each with its excerpt, to keep them out of the result.
  var separatesMessages = true
  /// Whether it runs until it is stopped.
  var isServer = false

  /// Runs the tool until it ends, and fails the plugin if it failed.
  func start() throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = environment
    let messages = Pipe()
    let results = Pipe()
    if separatesMessages { process.standardError = messages }
    if isServer { process.standardOutput = results }
    try process.run()
    if isServer { showWhileRunning(results) }
    var hasReason = false
    if separatesMessages {
      let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      hasReason = report(text)
    }
    // Stopping the package manager leaves the plugin running, and with it a server. Signals that can be blocked are: the process
    // inherits that from a thread of Swift's.
    let parent = getppid()
    while process.isRunning, getppid() == parent { usleep(50_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    // The package manager itself always ends with 1, so the tool's code is only in the message.
    if process.terminationStatus == 1, !separatesMessages {
      Diagnostics.error("'\(arguments.first ?? "apus-tool")' found errors.")
    } else if process.terminationStatus != 0, !hasReason {
      Diagnostics.error("\(arguments.first ?? "apus-tool") ended with code \(process.terminationStatus).")
    }
  }

  /// Shows results at once. The package manager keeps a plugin's standard output until it ends, unless that is a terminal, but shows
  /// progress.
  private func showWhileRunning(_ results: Pipe) {
    results.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      for line in lines { Diagnostics.progress(String(line)) }
    }
  }

  /// Reports the tool's diagnostics, each with its excerpt.
  ///
  /// - Returns: whether there was an error.
  private func report(_ text: String) -> Bool {
    var message: (text: String, isError: Bool)?
    var hasError = false
    func flush() {
      guard let known = message else { return }
      let text = known.text.trimmingCharacters(in: .newlines)
      if known.isError { Diagnostics.error(text) } else { Diagnostics.warning(text) }
      hasError = hasError || known.isError
      message = nil
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let severity = line.firstRange(of: #/^(error|warning): |^[^ |].*?: (error|warning): /#)
      if let severity {
        flush()
        let head = line[severity]
        let isError = head.hasSuffix("error: ")
        let place = head.dropLast(isError ? 7 : 9)
        message = ((place == "apus-tool: " ? "" : place) + String(line[severity.upperBound...]), isError)
      } else if let known = message {
        message = (known.text + "\n" + line, known.isError)
      } else if !line.isEmpty {
        // A line that belongs to no diagnostic.
        FileHandle.standardError.write(Data((line + "\n").utf8))
      }
    }
    flush()
    return hasError
  }
}
