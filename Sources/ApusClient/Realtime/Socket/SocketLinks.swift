import ApusConcurrency

/// The connections of a transport, by the identities that they serve.
final class SocketLinks: Sendable {
  private let links = Locked<[SocketIdentity: SocketLink]>([:])

  /// The link of an identity, made if there is none.
  func link(of identity: SocketIdentity, make: () -> SocketLink) -> SocketLink {
    links.withLock { links in
      if let link = links[identity] { return link }
      let link = make()
      links[identity] = link
      return link
    }
  }

  /// Replaces the identities of a link, since interceptors or a new payload have given its connection others.
  func set(_ identities: [SocketIdentity], of link: SocketLink) {
    links.withLock { links in
      let others = links.filter { $0.value !== link }
      // A link that was removed meanwhile must not come back.
      guard others.count < links.count else { return }
      links = others
      for identity in identities where links[identity] == nil { links[identity] = link }
    }
  }

  /// Forgets a link, with all its identities.
  func remove(_ link: SocketLink) {
    links.withLock { links in links = links.filter { $0.value !== link } }
  }

  /// Forgets all links.
  func removeAll() -> [SocketLink] {
    links.withLock { links in
      defer { links = [:] }
      return Self.distinct(links)
    }
  }

  var all: [SocketLink] { links.withLock { Self.distinct($0) } }

  private static func distinct(_ links: [SocketIdentity: SocketLink]) -> [SocketLink] {
    var seen: Set<ObjectIdentifier> = []
    return links.values.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
