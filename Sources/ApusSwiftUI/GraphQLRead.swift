#if canImport(SwiftUI)
  public import Apus
  public import ApusCache
  import ApusClient
  public import SwiftUI

  /// One object of the cache, for a row that shows it: when it changes, this row is made again, and neither its neighbours nor the list.
  ///
  /// ```swift
  /// struct PostRow: View {
  ///   @GraphQLRead private var post: PostCardData?
  ///   init(id: String) { _post = GraphQLRead(PostCardData.self, GraphQLCacheKey("Post", id)) }
  ///   …
  /// }
  /// ```
  /// It asks no server: what is missing in the cache is nil. It needs a `GraphQLCachedClient` in the environment.
  @MainActor @propertyWrapper
  public struct GraphQLRead<Fragment: GraphQLFragment>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var watcher: GraphQLFragmentWatcher<Fragment>
    private let key: String
    private let variables: [String: GraphQLValue]

    /// - Parameters:
    ///   - fragment: what is read of the object.
    ///   - key: the object.
    ///   - variables: those that the fragment uses.
    public init(
      _ fragment: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
    ) {
      self.key = key.description
      self.variables = variables
      _watcher = StateObject(
        wrappedValue: GraphQLFragmentWatcher(fragment, key: key.description, variables: variables))
    }

    /// What the cache has of the object; nil while anything is missing.
    public var wrappedValue: Fragment? { watcher.value }

    public func update() {
      guard let client, !(client is GraphQLClient) else {
        return MissingClientLog.report(
          "@GraphQLRead(\(Fragment.self).self) reads a cache, a GraphQLCachedClient")
      }
      watcher.whileMakingView { watcher.read(key, variables) }
      watcher.use(client)
    }
  }
#endif
