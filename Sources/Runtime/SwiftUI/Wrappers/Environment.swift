#if canImport(SwiftUI)
  public import ApusClient
  public import SwiftUI
  #if canImport(os)
    import os
  #endif

  private struct ClientKey: EnvironmentKey {
    static var defaultValue: GraphQLClient? { nil }
  }

  extension EnvironmentValues {
    /// The client that `@GraphQLFetch` and the other wrappers use. Set it with `graphQLClient(_:)`; nil if none is set.
    public var graphQLClient: GraphQLClient? {
      get { self[ClientKey.self] }
      set { self[ClientKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the client for this view and its subviews: they fetch from it or, if it has a cache, watch that.
    ///
    /// ```swift
    /// WindowGroup { AlbumView(id: "a1") }.graphQLClient(client)
    /// ```
    public func graphQLClient(_ client: GraphQLClient) -> some View {
      environment(\.graphQLClient, client)
    }
  }

  extension Scene {
    /// Sets the client for all views of this scene.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    public func graphQLClient(_ client: GraphQLClient) -> some Scene {
      environment(\.graphQLClient, client)
    }
  }

  /// Logs that a view lacks a client, or the client a cache, once for each kind of wrapper.
  @MainActor
  enum MissingClientLog {
    private static var told: Set<String> = []

    static func report(_ wrapper: String, _ reason: String = MissingClientError().description) {
      guard told.insert(wrapper).inserted else { return }
      #if canImport(os)
        Logger(subsystem: "Apus", category: "SwiftUI")
          .fault("\(wrapper, privacy: .public): \(reason, privacy: .public)")
      #endif
    }
  }
#endif
