public import Apus
import ApusClient

/// What a cache has of one object, for a view that shows that alone. It ends when it is released.
@MainActor
public final class GraphQLFragmentWatcher<Fragment: GraphQLFragment>: GraphQLViewModel {
  private var key: String
  private var variables: [String: GraphQLValue]
  private var source: (any ViewSource<Fragment>)?
  private var shown: Fragment?

  /// Begins at once, where there is a client.
  ///
  /// - Parameter key: the object's key, as a `GraphQLCacheKey` describes it.
  nonisolated package init(_ fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]) {
    self.key = key
    self.variables = variables
    super.init(client: nil)
  }

  /// What the cache has of the object; nil until it has everything. What goes missing later is shown on, as a query's data are.
  public var value: Fragment? {
    noteRead()
    return shown
  }

  /// Reads another object from now on; the same one does nothing.
  package func read(_ key: String, _ variables: [String: GraphQLValue]) {
    if key == self.key, variables == self.variables { return }
    self.key = key
    self.variables = variables
    restart()
  }

  override func start() {
    guard source == nil, let client,
      let source = client.observation(of: Fragment.self, key: key, variables: variables)?.source
    else { return }
    self.source = source
    let identity = ObjectIdentifier(source)
    begin(source) { [weak self] in self?.receive(from: identity) }
    receive(from: identity)
  }

  override func restart() {
    source = nil
    let old = shown
    shown = nil
    start()
    if old != shown { change {} }
  }

  private func receive(from identity: ObjectIdentifier) {
    guard let source, ObjectIdentifier(source) == identity, let update = source.take(),
      let data = update.data, data != shown
    else { return }
    change { shown = data }
  }
}
