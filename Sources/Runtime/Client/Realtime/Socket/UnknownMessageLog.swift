import ApusPlatform

#if canImport(os)
  import os
#endif

/// Logs each type of message that is not part of the protocol once, so that unexpected messages are visible without any setup.
final class UnknownMessageLog: Sendable {
  /// The log for the whole process.
  static let shared = UnknownMessageLog { line in
    #if canImport(os)
      Logger(subsystem: "Apus", category: "WebSocket").notice("\(line, privacy: .public)")
    #else
      try? OpenFile.standardError.write(Data((line + "\n").utf8))
    #endif
  }

  private let named = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  /// The maximum number of types, so that a server that invents a type for each message fills neither the log nor the memory.
  private static let limit = 16

  /// - Parameter write: writes a line.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func report(_ type: String) {
    // Quoted, so that a server cannot add lines to a log.
    let name = String(reflecting: String(type.prefix(80)))
    guard named.withLock({ $0.count < Self.limit && $0.insert(name).inserted }) else { return }
    write(
      "Apus: ignored a WebSocket message of type \(name), which the protocol does not have (GraphQLWebSocketTransport.Configuration.onUnknownMessage)"
    )
  }
}
