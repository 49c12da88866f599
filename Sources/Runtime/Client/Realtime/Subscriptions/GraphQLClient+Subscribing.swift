import Apus
import ApusPlatform

extension GraphQLClient {
  /// Subscribes, and returns the data of each event. If the client has a cache, the data is stored there before the caller receives the
  /// event. After the cache is cleared, the next event may still be of the account that signed out: it is dropped, and the loop throws
  /// `GraphQLCacheError.cleared`.
  ///
  /// ```swift
  /// for try await data in client.subscribe(to: NowPlayingSubscription()) { print(data.nowPlaying.position) }
  /// ```
  /// The request is sent when the first event is requested. Leaving the loop, or cancelling its task, ends the subscription on the server.
  ///
  /// The sequence throws ``GraphQLClientError/graphQL(_:)`` for an event with errors, ``GraphQLClientError`` and ``GraphQLSubscriptionError`` if the
  /// subscription fails, errors of ``checks`` and ``interceptors``, and `CancellationError`.
  ///
  /// - Parameters:
  ///   - subscription: the operation with its variables.
  ///   - options: options for this subscription.
  public func subscribe<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSequence<Subscription.Data> {
    GraphQLSequence { [self] in
      var reader = SubscriptionReader(subscription, self, options)
      return { try await reader.nextData(checks) }
    }
  }

  /// Subscribes, and returns each event as a response with data, errors and extensions.
  ///
  /// In contrast to ``subscribe(to:options:)``, the responses contain the errors of events, and ``checks`` do not apply.
  ///
  /// ```swift
  /// for try await response in client.responses(to: NowPlayingSubscription()) {
  ///   print(response.data?.nowPlaying.track.title ?? "no data", response.errors.map(\.message))
  /// }
  /// ```
  public func responses<Subscription: GraphQLSubscription>(
    to subscription: Subscription, options: GraphQLSubscriptionOptions = GraphQLSubscriptionOptions()
  ) -> GraphQLSequence<GraphQLResponse<Subscription.Data>> {
    GraphQLSequence { [self] in
      var reader = SubscriptionReader(subscription, self, options)
      return { try await reader.next() }
    }
  }

  /// Starts a subscription. The closure receives each decoded response before the caller does.
  func events<Subscription: GraphQLOperation>(
    of subscription: Subscription, _ options: GraphQLSubscriptionOptions
  ) async throws -> (GraphQLEvents, onDecoding: DecodedBodyHandler?) {
    try subscription.require(.subscription)
    let cache = attachedCache
    // Events of documents as text are not written.
    if Subscription.isCacheable { await cache?.load() }
    let onDecoding = cache?.writing(subscription).onDecoding
    return (try await subscriptions.events(for: request(for: subscription, options)), onDecoding)
  }

  private func request<Subscription: GraphQLOperation>(
    for subscription: Subscription, _ options: GraphQLSubscriptionOptions
  ) throws -> GraphQLSubscriptionRequest {
    // If the server does not know a hash yet, it would send an event with an error. So subscriptions are sent as complete documents.
    let form: GraphQLDocumentForm = documents == .trusted ? .identifier : .document
    let (json, uploads) = try subscription.encoding {
      try UploadCollector.collecting {
        try subscription.parameters(onError: options.onError, onError)
          .body(form, extensions: options.extensions)
      }
    }
    guard uploads.isEmpty else {
      throw GraphQLClientError.invalidRequest(
        "\(subscription.sentDescription.shownName) uploads a file, which a subscription cannot")
    }
    let description = subscription.sentDescription
    var requestOptions = GraphQLRequestOptions(headers: options.headers)
    requestOptions.context = options.context
    var http = baseRequest(for: [description], values: [subscription], requestOptions)
    http.headers["Content-Type"] = "application/json"
    http.body = .bytes(Data(json))
    var request = GraphQLSubscriptionRequest(
      http: http, buffer: options.buffer, resubscribes: options.resubscribes, interceptors: interceptors,
      transport: transport)
    if !interceptors.isEmpty { request.interceptorIdentity = interceptorIdentity }
    return request
  }
}
