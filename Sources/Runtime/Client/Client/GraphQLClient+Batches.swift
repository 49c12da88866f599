import Apus
import ApusPlatform

extension GraphQLClient {
  /// Sends several operations as one request, whatever is cached. A cache stores their responses.
  ///
  /// ```swift
  /// let (library, album) = try await client.batch(LibraryQuery(first: 20), AlbumQuery(id: "a1"))
  /// ```
  /// Documents are sent in full, or by identifier if ``documents`` is `trusted`.
  ///
  /// - Parameters:
  ///   - operation: the operations, of any type.
  ///   - options: the options of the request.
  /// - Returns: a tuple of the responses, in the order of the operations.
  /// - Throws: ``GraphQLClientError``; a response that cannot be decoded fails all.
  public func batch<each Operation: GraphQLSingleResponseOperation>(
    _ operation: repeat each Operation, options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> (repeat GraphQLResponse<(each Operation).Data>) {
    var batch = Batch(self, options)
    await attached?.cache.load()
    repeat try batch.add(each operation, cache(of: (each Operation).self))
    let observed = observing(batch)
    do {
      var responses = try await send(batch, options, observed)
      let decoded = try await (repeat responses.next(to: each operation))
      observed?.end(nil)
      return decoded
    } catch {
      observed?.end(error)
      throw error
    }
  }

  /// Sends several operations of one type as one request, whatever is cached. A cache stores their responses.
  ///
  /// - Parameters:
  ///   - operations: the operations. Nothing is sent if there are none.
  ///   - options: the options of the request.
  /// - Returns: the responses, in the order of the operations.
  /// - Throws: ``GraphQLClientError``; a response that cannot be decoded fails all.
  public func batch<Operation: GraphQLSingleResponseOperation>(
    _ operations: [Operation], options: GraphQLRequestOptions = GraphQLRequestOptions()
  ) async throws -> [GraphQLResponse<Operation.Data>] {
    if operations.isEmpty { return [] }
    var batch = Batch(self, options)
    await attached?.cache.load()
    for operation in operations { try batch.add(operation, cache(of: Operation.self)) }
    let observed = observing(batch)
    do {
      var responses = try await send(batch, options, observed)
      var decoded: [GraphQLResponse<Operation.Data>] = []
      for operation in operations { try await decoded.append(responses.next(to: operation)) }
      observed?.end(nil)
      return decoded
    } catch {
      observed?.end(error)
      throw error
    }
  }

  /// Sends a batch, and returns its responses undecoded.
  func send(
    _ batch: Batch, _ options: GraphQLRequestOptions, _ observed: ObservedOperations?
  ) async throws -> BatchResponses {
    var options = options
    options.observed = observed
    return try await beforeDeadline(options) { options in
      var request = baseRequest(for: batch.operations, values: batch.values, options)
      request.headers["Content-Type"] = "application/json"
      request.context[RequestTicket.Key.self] = batch.tickets
      request.body = .bytes(Data(GraphQLBatch.requestBody(batch.bodies)))
      return try await BatchResponses(to: send(request, options), batch.onDecoding, observed)
    }
  }

  /// Begins the observation of a batch's operations; nil if the client is not observed.
  private func observing(_ batch: Batch) -> ObservedOperations? {
    observer.map { observer in
      ObservedOperations(
        observer,
        zip(batch.values, batch.operations).map { value, description in
          observer.began(value, description)
        })
    }
  }
}

/// Operations on their way to the server.
struct Batch {
  private(set) var operations: [GraphQLOperationDescription] = []
  private(set) var values: [any GraphQLOperation] = []
  private(set) var bodies: [[UInt8]] = []
  /// For each operation, a closure that is given its response before the caller has it; `nil` for none.
  private(set) var onDecoding: [DecodedBodyHandler?] = []
  /// The tickets of the queries, in their order.
  private(set) var tickets: [SentTicket] = []
  private let form: GraphQLDocumentForm
  private let extensions: [String: GraphQLValue]
  private let onError: (request: GraphQLErrorBehavior?, client: GraphQLErrorBehavior?)

  init(_ client: GraphQLClient, _ options: GraphQLRequestOptions) {
    form = client.documents == .trusted ? .identifier : .document
    extensions = options.extensions
    onError = (options.onError, client.onError)
  }

  /// - Throws: ``GraphQLClientError/invalidRequest(_:)`` for an operation that a batch cannot have.
  mutating func add<Operation: GraphQLOperation>(
    _ operation: Operation, _ cache: (any ClientCache)?
  ) throws {
    try operation.require(.query, .mutation)
    let description = operation.sentDescription
    guard !operation.isSentIncremental else {
      throw GraphQLClientError.invalidRequest(
        "\(description.shownName) has @defer or @stream, which a batch cannot; send it on its own")
    }
    operations.append(description)
    values.append(operation)
    let (json, uploads) = try operation.encoding {
      try UploadCollector.collecting {
        try operation.parameters(onError: onError.request, onError.client).body(form, extensions: extensions)
      }
    }
    guard uploads.isEmpty else {
      throw GraphQLClientError.invalidRequest(
        "\(description.shownName) uploads a file, which a batch cannot; send it on its own")
    }
    bodies.append(json)
    let writing = cache?.writing(operation)
    onDecoding.append(writing?.onDecoding)
    if let ticket = writing?.query?.ticket { tickets.append(SentTicket(ticket)) }
  }
}

/// The responses to a batch, to be decoded one after the other.
struct BatchResponses {
  private let http: GraphQLHTTPResponse
  private var ranges: ArraySlice<Range<Int>>
  private var onDecoding: ArraySlice<DecodedBodyHandler?>
  private let observed: ObservedOperations?

  /// - Parameters:
  ///   - onDecoding: one for each operation.
  ///   - observed: the operations, if the client is observed.
  init(
    to http: GraphQLHTTPResponse, _ onDecoding: [DecodedBodyHandler?], _ observed: ObservedOperations? = nil
  ) throws {
    try http.checkForm()
    self.http = http
    self.observed = observed
    self.onDecoding = onDecoding[...]
    do {
      ranges = try GraphQLBatch.ranges(json: http.body)[...]
    } catch let error as GraphQLDecodingError {
      throw http.failure(error)
    }
    guard ranges.count == onDecoding.count else {
      throw GraphQLClientError.notGraphQL(GraphQLHTTPFailure(http))
    }
  }

  mutating func next<Operation: GraphQLOperation>(
    to operation: Operation
  ) async throws -> GraphQLResponse<Operation.Data> {
    guard let range = ranges.popFirst(), let onDecoding = onDecoding.popFirst() else {
      throw GraphQLClientError.notGraphQL(GraphQLHTTPFailure(http))
    }
    let json = http.body.slice(at: range)
    var response = try operation.decoded {
      try operation.response(json: json)
    } orFailing: {
      http.failure($0)
    }
    response.origin = ResponseOrigin(http)
    var body = GraphQLDecodedBody(json, response, headers: http.headers)
    if let observed {
      let index = observed.numbers.count - ranges.count - 1
      body.operation = observed.numbers[index]
      observed.receive(json, response.errors, at: index)
    }
    try await onDecoding?(body)
    return response
  }
}
