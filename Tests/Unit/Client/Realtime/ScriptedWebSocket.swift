import Apus
import ApusPlatform
import ApusWebSocket
import Foundation
import TestSupport

@testable import ApusClient

/// A connection whose server is a closure: it is told each message, and answers through the connection.
final class ScriptedWebSocket: WebSocketConnection {
  private struct State {
    var incoming = MessageQueue()
    var reader: CheckedContinuation<Data, any Error>?
    var receiver: (any WebSocketReceiver)?
    /// Whether the receiver is being called.
    var isCalling = false
    var closure: WebSocketClosure?
    var sent: [GraphQLValue] = []
    var closedWith: Int?
    /// As of a connection that never brings anything.
    var silence = WebSocketSilence(current: .seconds(1_000_000), longest: .zero)
  }

  private let state = Locked(State())
  let subprotocol: String?
  private let answer: @Sendable (GraphQLValue, ScriptedWebSocket) -> Void

  init(
    subprotocol: String? = "graphql-transport-ws",
    answer: @escaping @Sendable (GraphQLValue, ScriptedWebSocket) -> Void
  ) {
    self.subprotocol = subprotocol
    self.answer = answer
  }

  /// What the client sent.
  var sent: [GraphQLValue] { state.withLock { $0.sent } }
  /// The code by which the client closed the connection; nil while it did not.
  var closedWith: Int? { state.withLock { $0.closedWith } }

  /// Lets the server say something.
  func say(_ text: String) { change { $0.incoming.append(Data(text.utf8)) } }

  var silence: WebSocketSilence { state.withLock { $0.silence } }

  /// Lets the server close the connection, or break it.
  ///
  /// - Parameter silence: how long nothing has come before.
  func end(_ code: Int, _ reason: String = "", after silence: WebSocketSilence? = nil) {
    change { state in
      state.silence = silence ?? state.silence
      if state.closure == nil { state.closure = WebSocketClosure(code: code, reason: reason) }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    typealias Waiting = (CheckedContinuation<Data, any Error>, Result<Data, WebSocketClosure>)
    let waiting = state.withLock { state -> Waiting? in
      body(&state)
      guard let reader = state.reader, let result = Self.known(&state) else { return nil }
      state.reader = nil
      return (reader, result)
    }
    if let (reader, result) = waiting { reader.resume(with: result) }
    deliver()
  }

  private static func known(_ state: inout State) -> Result<Data, WebSocketClosure>? {
    if let message = state.incoming.popFirst() { return .success(message) }
    return state.closure.map { .failure($0) }
  }

  func deliver(to receiver: any WebSocketReceiver) {
    state.withLock { $0.receiver = receiver }
    deliver()
  }

  /// Hands over as a real connection does: never where the client sends something, which it does under its lock.
  private func deliver() { queue.async { self.handOver() } }

  private let queue = DispatchQueue(label: "ScriptedWebSocket")

  private func handOver() {
    while true {
      let next = state.withLock { state -> (any WebSocketReceiver, Result<Data, WebSocketClosure>)? in
        guard !state.isCalling, let receiver = state.receiver, let result = Self.known(&state) else {
          return nil
        }
        if case .failure = result { state.receiver = nil }
        state.isCalling = true
        return (receiver, result)
      }
      guard let (receiver, result) = next else { return }
      switch result {
      case .success(let message): receiver.receive(message)
      case .failure(let closure): receiver.end(closure)
      }
      state.withLock { $0.isCalling = false }
    }
  }

  func send(_ text: Data) {
    let value = (try? GraphQLValue(json: text)) ?? .null
    state.withLock { $0.sent.append(value) }
    answer(value, self)
  }

  func receive() async throws -> Data {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known: Result<Data, any Error>? = state.withLock { state in
          if let known = Self.known(&state) { return known.mapError { $0 } }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.reader = continuation
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(throwing: CancellationError())
    }
  }

  func close(_ code: Int, _ reason: String) {
    state.withLock { $0.closedWith = $0.closedWith ?? code }
    end(WebSocketClosure.abnormal)
  }
}

/// Opens one scripted connection after the other.
final class ScriptedConnector: WebSocketConnector {
  typealias Step = @Sendable (GraphQLHTTPRequest) async throws -> WebSocketOpening

  private let steps: @Sendable (Int) -> Step
  private struct State {
    var requests: [GraphQLHTTPRequest] = []
    var limits: [WebSocketLimits] = []
    var openings: [(request: GraphQLHTTPRequest, socket: ScriptedWebSocket)] = []
  }

  private let state = Locked(State())

  /// - Parameter steps: what happens at the first attempt to connect, the second, and so on, counted from 0.
  init(_ steps: @escaping @Sendable (Int) -> Step) { self.steps = steps }

  var requests: [GraphQLHTTPRequest] { state.withLock { $0.requests } }
  /// The connections that were opened, each with the request that opened it.
  var openings: [(request: GraphQLHTTPRequest, socket: ScriptedWebSocket)] {
    state.withLock { $0.openings }
  }
  var limits: [WebSocketLimits] { state.withLock { $0.limits } }
  var sockets: [ScriptedWebSocket] { state.withLock { $0.openings.map(\.socket) } }

  func connect(
    _ request: GraphQLHTTPRequest, subprotocols: [String], limits: WebSocketLimits
  ) async throws -> WebSocketOpening {
    let number = state.withLock { state in
      state.requests.append(request)
      state.limits.append(limits)
      return state.requests.count - 1
    }
    let opening = try await steps(number)(request)
    if case .opened(let socket as ScriptedWebSocket, _) = opening {
      state.withLock { $0.openings.append((request, socket)) }
    }
    return opening
  }

  /// A server that acknowledges, and then answers operations by the closure.
  static func acknowledging(
    _ dialect: SocketDialect = .transportWS,
    _ answer: @escaping @Sendable (_ id: String, _ operation: GraphQLValue, ScriptedWebSocket) -> Void = {
      _, _, _ in
    }
  ) -> Step {
    { _ in
      let socket = ScriptedWebSocket(subprotocol: dialect.rawValue) { message, socket in
        switch message["type"].string {
        case "connection_init": socket.say(#"{"type":"connection_ack"}"#)
        case "subscribe", "start": answer(message["id"].string ?? "", message["payload"], socket)
        default: break
        }
      }
      return .opened(socket, GraphQLHTTPResponse(status: 101))
    }
  }
}

extension ScriptedConnector {
  /// A client that subscribes over the scripted connections, without pauses between them.
  func client(
    _ configure: (inout GraphQLWebSocketTransport.Configuration) -> Void = { _ in }
  ) -> GraphQLClient {
    var configuration = GraphQLWebSocketTransport.Configuration.unhurried
    configuration.reconnect = GraphQLReconnectPolicy(clock: PausingClock { _ in await Task.yield() })
    configure(&configuration)
    return GraphQLClient(
      url: endpoint, subscriptions: GraphQLWebSocketTransport(configuration, self), timeout: .seconds(3600))
  }
}

extension GraphQLWebSocketTransport.Configuration {
  /// A machine that is busy may take long to acknowledge; a second connection would not be what the tests expect.
  static var unhurried: Self {
    var configuration = Self()
    configuration.acknowledgementTimeout = .seconds(3600)
    return configuration
  }
}
