import ApusInspectorPage
import ApusLoopback
import ApusPlatform

#if !os(Windows)
  /// The page's server on a thread of its own.
  final class ServedPage: Sendable {
    private struct State {
      var isEnding = false
      var waker: LoopbackWaker?
    }

    private let inspection: Inspection
    private let state = Locked(State())

    init(_ inspection: Inspection) { self.inspection = inspection }

    /// Ends the server.
    func end() {
      let waker = state.withLock { state in
        state.isEnding = true
        return state.waker
      }
      waker?.wake()
    }

    private func wake() { state.withLock { $0.waker }?.wake() }

    /// Serves until ``end()`` is called.
    ///
    /// - Throws: ``GraphQLInspectorError``.
    func run(port: Int, ready: @escaping @Sendable (URL) -> Void) async throws {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let hasStarted = startThread("apus-inspector") { [self] in
          continuation.resume(with: Result { try serve(port: port, ready: ready) })
        }
        if !hasStarted {
          continuation.resume(throwing: GraphQLInspectorError.cannotServe("no thread can be started"))
        }
      }
    }

    private func serve(port: Int, ready: (URL) -> Void) throws {
      // An address at which nothing answers must not be shown.
      if state.withLock({ $0.isEnding }) { return }
      defer { inspection.recorder.endWait(of: ObjectIdentifier(self)) }
      let content = LiveContent(
        inspection: inspection, page: ObjectIdentifier(self), wake: { [self] in wake() },
        isEnding: { [self] in state.withLock { $0.isEnding } })
      do {
        try InspectorServer.run(content, port: port, isWoken: true) { url, waker in
          state.withLock { $0.waker = waker }
          if let url = URL(string: url) { ready(url) }
        } until: {
          state.withLock { $0.isEnding }
        }
      } catch {
        throw GraphQLInspectorError.cannotServe(error.message)
      }
      state.withLock { $0.waker = nil }
    }
  }
#endif
