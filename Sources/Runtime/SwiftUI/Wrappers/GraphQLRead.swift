#if canImport(SwiftUI)
  public import Apus
  public import ApusCache
  import ApusClient
  public import SwiftUI

  /// A single cached object, for a row that shows it. A change to the object updates only this row, not the whole list.
  ///
  /// ```swift
  /// struct AlbumRow: View {
  ///   @GraphQLRead private var album: AlbumCardData?
  ///   init(id: String) { _album = GraphQLRead(AlbumCardData.self, GraphQLCacheKey("Album", id)) }
  ///   …
  /// }
  /// ```
  /// It does not send requests: the value is nil if anything is missing from the cache. It needs a client with a cache in
  /// the environment.
  @MainActor @propertyWrapper
  public struct GraphQLRead<Fragment: GraphQLFragment>: @preconcurrency DynamicProperty {
    @Environment(\.graphQLClient) private var client
    @StateObject private var watcher: GraphQLFragmentWatcher<Fragment>
    private let key: String
    private let variables: [String: GraphQLValue]

    /// Reads a fragment of an object.
    ///
    /// - Parameters:
    ///   - fragment: the fragment to read.
    ///   - key: the key of the object.
    ///   - variables: the variables that the fragment uses.
    public init(
      _ fragment: Fragment.Type, _ key: GraphQLCacheKey, variables: [String: GraphQLValue] = [:]
    ) {
      self.key = key.description
      self.variables = variables
      _watcher = StateObject(
        wrappedValue: GraphQLFragmentWatcher(fragment, key: key.description, variables: variables))
    }

    /// The cached object; nil while anything is missing.
    public var wrappedValue: Fragment? { watcher.value }

    public func update() {
      let wrapper = "@GraphQLRead(\(Fragment.self).self)"
      guard let client else { return MissingClientLog.report(wrapper) }
      if client.cache == nil {
        MissingClientLog.report(wrapper, "the client in the environment has no cache to read: set its cache")
      }
      watcher.whileMakingView { watcher.read(key, variables) }
      watcher.use(client)
    }
  }
#endif
