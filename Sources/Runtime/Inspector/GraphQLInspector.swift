public import ApusClient
import ApusInspectorPage
import ApusLoopback
public import ApusOfflineMutations
public import ApusPlatform

/// Records what a client and its cache do, and shows it as a page in the browser: for debug builds.
///
/// ```swift
/// #if DEBUG
///   let inspector = GraphQLInspector(client)
///   Task { try await inspector.serve() }  // prints http://127.0.0.1:49152/5f3a…/
/// #endif
/// ```
/// The page has a timeline of operations with their attempts and responses, the objects of the cache, watchers with the reasons of their updates,
/// optimistic layers, and queued mutations.
///
/// The inspector sees the client, its copies and their cache, as long as it exists. Its memory is bounded: it keeps the newest records, and
/// drops requests and responses that are too large together. A second inspector of the client, or of another client with the same cache, shows
/// the record of the first one.
public final class GraphQLInspector: Sendable {
  let inspection: Inspection
  /// Wakes the servers of pages; nil when the inspector is closed.
  private let servers = Locked<[Int: @Sendable () -> Void]?>([:])

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - client: the client. Set its cache before.
  ///   - queue: the queue whose mutations the page shows.
  ///   - words: the page hides the values of variables and fields whose names contain one of these words, whatever their case.
  ///   - limit: how many records are kept.
  ///   - byteLimit: how many bytes of requests and responses are kept.
  public init(
    _ client: GraphQLClient, queue: GraphQLMutationQueue? = nil,
    redacting words: [String] = GraphQLInspector.secretWords, limit: Int = 10_000, byteLimit: Int = 32 << 20
  ) {
    inspection = Inspection(client, queue, SecretMembers(words), limit: limit, byteLimit: byteLimit)
  }

  /// The words in names of variables and fields whose values the page hides by default.
  public static let secretWords = [
    "password", "passcode", "passphrase", "secret", "token", "credential", "authorization", "apiKey", "jwt",
  ]

  deinit { close() }

  /// Returns what was recorded until now.
  ///
  /// - Parameter keepsValues: whether the recording has the values of variables, documents and responses, which may be private. Otherwise it has
  ///   their shape: equal strings are replaced by equal ones, numbers by 0, and Booleans by false. Header fields that may hold a secret are never
  ///   in it.
  public func recording(keepsValues: Bool = false) -> GraphQLRecording {
    inspection.recording(keepsValues: keepsValues)
  }

  /// Ends the pages: calls of ``serve(port:ready:)`` return.
  public func close() {
    let all = servers.withLock { servers in
      defer { servers = nil }
      return servers
    }
    for wake in (all ?? [:]).values { wake() }
  }

  #if !os(Windows)
    /// Serves the page on the loopback address, which other machines cannot reach, until the task is cancelled or the inspector is closed.
    /// Returns at once, without a page, if it was closed before.
    ///
    /// The URL contains a secret token, so other users of this machine cannot read the page.
    ///
    /// - Parameters:
    ///   - port: the port; 0 for any free one.
    ///   - ready: called once with the page's URL; by default prints it.
    /// - Throws: ``GraphQLInspectorError`` if the port is in use; `CancellationError`.
    public func serve(
      port: Int = 0,
      ready: @escaping @Sendable (URL) -> Void = { print("Apus Inspector: \($0.absoluteString)") }
    ) async throws {
      let page = ServedPage(inspection)
      guard let number = add({ page.end() }) else { return }
      defer { remove(number) }
      let following = Task { [inspection] in await inspection.followQueue() }
      defer { following.cancel() }
      try await withTaskCancellationHandler {
        try await page.run(port: port, ready: ready)
      } onCancel: {
        page.end()
      }
      try Task.checkCancellation()
    }
  #endif

  private func add(_ end: @escaping @Sendable () -> Void) -> Int? {
    servers.withLock { servers in
      guard let known = servers else { return nil }
      let number = (known.keys.max() ?? 0) + 1
      servers?[number] = end
      return number
    }
  }

  private func remove(_ number: Int) {
    servers.withLock { $0?[number] = nil }
  }
}

/// An error of a ``GraphQLInspector``.
public enum GraphQLInspectorError: Error, Hashable, Sendable {
  /// The page cannot be served, for this reason: for example because the port is in use.
  case cannotServe(String)
}

extension GraphQLInspectorError: LocalizedError, CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotServe(let reason): "the inspector's page cannot be served: \(reason)"
    }
  }

  public var errorDescription: String? { description }
}
