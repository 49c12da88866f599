import Apus
import ApusClient
import Tracing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates the span of a request.
struct SpanMaker: Sendable {
  let tracer: (any Tracer)?
  let contents: GraphQLSpanContents

  /// Starts a span with the attributes that are known before the response.
  func span(for request: GraphQLHTTPRequest) -> any Span {
    let span: any Span = (tracer ?? InstrumentationSystem.tracer).startSpan(
      name(of: request), ofKind: .client)
    span.updateAttributes { attributes in
      if let operation = request.operations.first, request.operations.count == 1 {
        attributes["graphql.operation.type"] = operation.kind.rawValue
        if !operation.name.isEmpty { attributes["graphql.operation.name"] = operation.name }
      } else {
        attributes["graphql.batch.size"] = request.operations.count
      }
      attributes["http.request.method"] = request.method.rawValue
      if let host = request.url.host { attributes["server.address"] = host }
      attributes["server.port"] = request.url.port ?? (request.url.scheme == "https" ? 443 : 80)
      if !contents.isEmpty, case .bytes(let json) = request.body,
        let posted = try? JSONDecoder().decode(PostedOperation.self, from: json)
      {
        if contents.contains(.document) { attributes["graphql.document"] = posted.query }
        if contents.contains(.variables) { attributes["graphql.variables"] = posted.variablesAsJSON }
      }
    }
    return span
  }

  /// Adds the header fields with which a server continues the trace.
  func inject(_ context: ServiceContext, into headers: inout GraphQLHTTPHeaders) {
    (tracer ?? InstrumentationSystem.tracer).inject(context, into: &headers, using: HeaderInjector())
  }

  /// The span's name, such as `query Album`; for a batch, without an operation's name.
  private func name(of request: GraphQLHTTPRequest) -> String {
    guard let operation = request.operations.first, request.operations.count == 1 else {
      return "GraphQL batch"
    }
    return operation.name.isEmpty ? operation.kind.rawValue : "\(operation.kind.rawValue) \(operation.name)"
  }

  private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into headers: inout GraphQLHTTPHeaders) {
      headers[key] = value
    }
  }
}

/// The body of a request with a single posted operation.
private struct PostedOperation: Decodable {
  let query: String?
  let variables: GraphQLValue?

  /// The variables as JSON with members in alphabetical order.
  var variablesAsJSON: String? {
    guard let variables else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(variables)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Span {
  /// Marks the span as failed.
  ///
  /// - Parameter type: the kind of error, one of a few values.
  func fail(_ type: String, _ message: String) {
    attributes["error.type"] = type
    setStatus(SpanStatus(code: .error, message: message))
  }

  func fail(_ error: any Error) {
    recordError(error)
    fail(errorType(of: error), "\(error)")
  }
}

/// The kind of error without its details.
private func errorType(of error: any Error) -> String {
  switch error {
  case GraphQLClientError.timedOut: "timeout"
  case GraphQLClientError.outcomeUnknown: "outcome_unknown"
  case GraphQLClientError.credentialsChanged: "credentials_changed"
  case GraphQLClientError.transport(let cause as GraphQLConnectionError): "connection \(cause.code.rawValue)"
  case GraphQLClientError.transport(let cause): "\(type(of: cause))"
  default: "\(type(of: error))"
  }
}
