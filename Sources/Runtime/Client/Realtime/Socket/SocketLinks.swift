import ApusPlatform

/// The connections of a transport, by identity.
final class SocketLinks: Sendable {
  private struct State {
    var links: [SocketIdentity: SocketLink] = [:]
    /// Links whose identity has another link now, but which still have operations.
    var replaced: [SocketLink] = []

    var all: [SocketLink] {
      var seen: Set<ObjectIdentifier> = []
      return (links.values + replaced).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// - Returns: whether the table contained the link.
    mutating func remove(_ link: SocketLink) -> Bool {
      let count = links.count + replaced.count
      links = links.filter { $0.value !== link }
      replaced.removeAll { $0 === link }
      return links.count + replaced.count < count
    }
  }

  private let state = Locked(State())

  /// The link for an identity. It is created if necessary.
  func link(of identity: SocketIdentity, make: () -> SocketLink) -> (link: SocketLink, isNew: Bool) {
    state.withLock { state in
      if let link = state.links[identity] { return (link, false) }
      let link = make()
      state.links[identity] = link
      return (link, true)
    }
  }

  /// Gives an identity a new link, unless it already has another one. The old link keeps its operations.
  func replace(_ old: SocketLink, of identity: SocketIdentity, make: () -> SocketLink) -> SocketLink {
    state.withLock { state in
      let known = state.links[identity]
      if let known, known !== old { return known }
      let link = make()
      state.links[identity] = link
      if known != nil { state.replaced.append(old) }
      return link
    }
  }

  /// Replaces the identities of a link, because interceptors or a new payload have changed them.
  func set(_ identities: [SocketIdentity], of link: SocketLink) {
    state.withLock { state in
      // A link that was removed in the meantime must not come back.
      guard state.remove(link) else { return }
      var isReachable = false
      for identity in identities where state.links[identity] == nil {
        state.links[identity] = link
        isReachable = true
      }
      if !isReachable { state.replaced.append(link) }
    }
  }

  /// Removes a link with all of its identities.
  func remove(_ link: SocketLink) { state.withLock { _ = $0.remove(link) } }

  /// Removes all links.
  func removeAll() -> [SocketLink] {
    state.withLock { state in
      defer { state = State() }
      return state.all
    }
  }

  var all: [SocketLink] { state.withLock { $0.all } }
}
