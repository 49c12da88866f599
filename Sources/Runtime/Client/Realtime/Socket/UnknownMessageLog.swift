import ApusPlatform

#if canImport(os)
  import os
#endif

/// Names the types of messages that the protocol does not know, each once: what a server sends for nobody is seen without any set-up.
final class UnknownMessageLog: Sendable {
  /// The log of the process.
  static let shared = UnknownMessageLog { line in
    #if canImport(os)
      Logger(subsystem: "Apus", category: "WebSocket").notice("\(line, privacy: .public)")
    #else
      try? OpenFile.standardError.write(Data((line + "\n").utf8))
    #endif
  }

  private let named = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  /// A server that makes up a type for each message does not fill the log, nor the memory.
  private static let limit = 16

  /// - Parameter write: takes a line.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func report(_ type: String) {
    // Quoted: a server must not write lines into a log.
    let name = String(reflecting: String(type.prefix(80)))
    guard named.withLock({ $0.count < Self.limit && $0.insert(name).inserted }) else { return }
    write(
      "Apus: ignored a WebSocket message of type \(name), which the protocol does not have (WebSocketTransport.Configuration.onUnknownMessage)"
    )
  }
}
