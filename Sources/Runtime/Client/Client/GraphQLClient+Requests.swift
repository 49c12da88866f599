import Apus
import ApusPlatform

extension GraphQLClient {
  /// Sends a request through the interceptors.
  func send(
    _ request: GraphQLHTTPRequest, _ options: GraphQLRequestOptions
  ) async throws -> GraphQLHTTPResponse {
    let chain = InterceptorChain(
      interceptors: interceptors + options.interceptors, transport: transport,
      transportIdentity: transportIdentity, observed: options.observed)
    return try await chain.send(request, after: options.sent)
  }

  /// Does everything that belongs to an operation before its deadline, which it notes in the options.
  ///
  /// - Throws: ``GraphQLClientError/timedOut(after:)``, what `body` throws.
  func beforeDeadline<Value: Sendable>(
    _ options: GraphQLRequestOptions,
    _ body: @escaping @Sendable (GraphQLRequestOptions) async throws -> Value
  ) async throws -> Value {
    guard let deadline = options.deadline.resolved(deadline) else { return try await body(options) }
    var options = options
    options.end = ContinuousClock.now + deadline.asTimeout
    return try await TimeLimit.run(deadline) { [options] in try await body(options) }
  }

  /// The request for an operation.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)``.
  func request<Operation: GraphQLOperation>(
    for operation: Operation, _ form: GraphQLDocumentForm, _ options: GraphQLRequestOptions
  ) throws -> GraphQLHTTPRequest {
    let description = operation.sentDescription
    var request = baseRequest(for: [description], values: [operation], options)
    if operation.isSentIncremental, request.headers["Accept"] == Self.accepted {
      request.headers["Accept"] = Self.acceptedInParts + ", " + Self.accepted
    }
    let method = options.method ?? queryMethod
    let (parameters, uploads) = try operation.encoding {
      try UploadCollector.collecting { try operation.parameters(onError: options.onError, onError) }
    }
    // Registering a document changes something on the server, and it may be too long for a URL. Neither has room for files.
    if description.kind == .query, form != .registration, uploads.isEmpty { request.method = method }
    if request.method == .get {
      request.requirePreflight()
      request.url = try GraphQLQueryString(parameters, form, options.extensions).appended(to: url)
      return request
    }
    let json = try operation.encoding { try parameters.body(form, extensions: options.extensions) }
    if !uploads.isEmpty {
      let multipart = try operation.encoding { try MultipartRequest(json, uploads) }
      request.headers["Content-Type"] = multipart.contentType
      request.requirePreflight()
      request.body = try multipart.body()
      return request
    }
    request.headers["Content-Type"] = "application/json"
    request.body = .bytes(Data(json))
    return request
  }

  /// The older type is accepted, too.
  static let accepted = "application/graphql-response+json, application/json;q=0.9"

  /// The media types that operations with `@defer` and `@stream` accept as well, newest format first. Some servers only respond in parts if they
  /// see one of these parameters. Payloads are read in either format, whatever the server announces.
  private static let acceptedInParts =
    "multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824"

  /// The properties that all requests share.
  func baseRequest(
    for operations: [GraphQLOperationDescription], values: [any GraphQLOperation],
    _ options: GraphQLRequestOptions
  ) -> GraphQLHTTPRequest {
    var request = GraphQLHTTPRequest(
      url: url, timeout: options.timeout.resolved(timeout),
      maximumResponseBytes: options.maximumResponseBytes ?? maximumResponseBytes, operations: operations,
      isIdempotent: options.isIdempotent ?? operations.allSatisfy { $0.kind == .query })
    request.deadline = options.end
    request.forwardedHeaders = forwardedHeaders
    request.progress = options.progress
    request.context = options.context
    request.context[OperationValues.self] = values
    request.headers["Accept"] = Self.accepted
    request.headers.merge(headers)
    request.headers.merge(options.headers)
    return request
  }
}

extension GraphQLOperation {
  /// Makes a part of a request.
  ///
  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for whatever `encode` throws.
  func encoding<Result>(_ encode: () throws -> Result) throws -> Result {
    do {
      return try encode()
    } catch let error as GraphQLClientError {
      throw error
    } catch EncodingError.invalidValue(_, let context) {
      let path = GraphQLPath(context.codingPath)
      let place = path.components.isEmpty ? "" : "\(path): "
      throw GraphQLClientError.invalidRequest(
        "\(sentDescription.shownName): \(place)\(context.debugDescription)")
    } catch {
      throw GraphQLClientError.invalidRequest("\(sentDescription.shownName): \(error.text)")
    }
  }
}
