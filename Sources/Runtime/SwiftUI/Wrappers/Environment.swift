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
    /// The client that `@GraphQLFetch` and the other wrappers use. Set it with `graphQLClient(_:)`; nil if none is set.
    public var graphQLClient: (any GraphQLViewClient)? {
      get { self[ClientKey.self] }
      set { self[ClientKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the client for this view and its subviews: a `GraphQLClient`, from which they fetch, or a
    /// `GraphQLCachedClient`, whose cache they watch.
    ///
    /// ```swift
    /// WindowGroup { AlbumView(id: "a1") }.graphQLClient(client)
    /// ```
    public func graphQLClient(_ client: any GraphQLViewClient) -> some View {
      environment(\.graphQLClient, client)
    }
  }

  extension Scene {
    /// Sets the client for all views of this scene.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    public func graphQLClient(_ client: any GraphQLViewClient) -> some Scene {
      environment(\.graphQLClient, client)
    }
  }

  /// Logs that a view lacks a client, once for each kind of wrapper.
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
