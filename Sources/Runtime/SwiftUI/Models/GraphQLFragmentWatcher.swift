package import Apus
import ApusCache
import ApusClient

/// A cached object, for a view that shows only that. It ends when it is released.
@MainActor
package final class GraphQLFragmentWatcher<Fragment: GraphQLFragment>: _GraphQLViewModel {
  private var key: String
  private var variables: [String: GraphQLValue]
  private var owner: SourceOwner<Fragment>?
  private var shown: Fragment?

  /// Starts when a view sets a client.
  ///
  /// - Parameter key: the object's key, the description of a `GraphQLCacheKey`.
  nonisolated package init(_ fragment: Fragment.Type, key: String, variables: [String: GraphQLValue]) {
    self.key = key
    self.variables = variables
    super.init(client: nil)
  }

  /// The cached object; nil until the cache has everything. If something goes missing later, the last value stays, as with a query,
  /// unless the cache is cleared.
  package var value: Fragment? {
    noteRead()
    return shown
  }

  /// Switches to another object. The same one does nothing.
  package func read(_ key: String, _ variables: [String: GraphQLValue]) {
    if key == self.key, variables == self.variables { return }
    self.key = key
    self.variables = variables
    restart()
  }

  override func start() {
    guard owner == nil, let client,
      let owner = client.viewSource(of: Fragment.self, key: key, variables: variables)
    else { return }
    self.owner = owner
    let identity = ObjectIdentifier(owner)
    begin(owner) { [weak self] in self?.receive(from: identity) }
    receive(from: identity)
  }

  override func restart() {
    owner = nil
    let old = shown
    shown = nil
    start()
    if old != shown { change {} }
  }

  private func receive(from identity: ObjectIdentifier) {
    guard let owner, ObjectIdentifier(owner) == identity, let update = owner.source.take(),
      update.data != shown
    else { return }
    change { shown = update.data }
  }
}
