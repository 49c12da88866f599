#if canImport(SwiftUI)
  public import ApusClient
  public import SwiftUI
  #if canImport(os)
    import os
  #endif

  private struct ClientKey: EnvironmentKey {
    static var defaultValue: (any GraphQLViewClient)? { nil }
  }

  extension EnvironmentValues {
    /// What `@GraphQLFetch` and the others ask: put there by `graphQLClient(_:)`; nil where nothing was.
    public var graphQLClient: (any GraphQLViewClient)? {
      get { self[ClientKey.self] }
      set { self[ClientKey.self] = newValue }
    }
  }

  extension View {
    /// Gives this view, and all within it, a client: a `GraphQLClient`, with which they fetch, or a `GraphQLCachedClient`, with which
    /// they watch the cache.
    ///
    /// ```swift
    /// WindowGroup { AlbumView(id: "a1") }.graphQLClient(client)
    /// ```
    public func graphQLClient(_ client: any GraphQLViewClient) -> some View {
      environment(\.graphQLClient, client)
    }
  }

  extension Scene {
    /// Gives all views of this scene a client.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    public func graphQLClient(_ client: any GraphQLViewClient) -> some Scene {
      environment(\.graphQLClient, client)
    }
  }

  /// Says in the log that a view has no client, once for each kind of wrapper.
  @MainActor
  enum MissingClientLog {
    private static var told: Set<String> = []

    static func report(_ wrapper: String) {
      guard told.insert(wrapper).inserted else { return }
      #if canImport(os)
        Logger(subsystem: "Apus", category: "SwiftUI")
          .fault("\(wrapper, privacy: .public): \(GraphQLMissingClient().description, privacy: .public)")
      #endif
    }
  }
#endif
