import ApusDriver
import ApusSource

/// The Apollo features that sources and documents use, other than requests and their results.
struct ApolloUses {
  /// A feature of Apollo.
  enum Part: String, CaseIterable {
    case watchers = "watcher"
    case cachePolicies = "cache policy"
    case stores = "store"
    case localCacheMutations = "local cache mutation"
    case deferred = "@defer"
    case mocks = "test mock"
    case webSockets = "web socket"
    case uploads = "upload"
    case interceptors = "interceptor"
    case completions = "completion handler"
    case controlledNullability = "document with client-controlled nullability"

    /// Whether Apus has an equivalent.
    var isSupported: Bool { self != .controlledNullability }

    /// Whether it needs a cache.
    var isCached: Bool {
      switch self {
      case .watchers, .cachePolicies, .stores, .localCacheMutations: true
      default: false
      }
    }

    func text(_ count: Int) -> String {
      if self == .deferred { return "\(count) \(rawValue)" }
      if count == 1 { return "1 \(rawValue)" }
      if self == .controlledNullability { return "\(count) documents with client-controlled nullability" }
      return rawValue.hasSuffix("y") ? "\(count) \(rawValue.dropLast())ies" : "\(count) \(rawValue)s"
    }
  }

  private(set) var counts: [Part: Int] = [:]

  mutating func add(_ part: Part, _ count: Int = 1) { if count > 0 { counts[part, default: 0] += count } }

  mutating func add(_ other: ApolloUses) { for (part, count) in other.counts { add(part, count) } }

  /// The features used, on one line, for example `2 watchers, 1 store`.
  func list(_ isSupported: Bool) -> String {
    Part.allCases.filter { $0.isSupported == isSupported }
      .compactMap { part in counts[part].map { part.text($0) } }.joined(separator: ", ")
  }

  /// Whether a used feature needs a cache.
  var needsCache: Bool { counts.keys.contains(where: \.isCached) }

  private static let words: [String: Part] = [
    "GraphQLQueryWatcher": .watchers, "returnCacheDataElseFetch": .cachePolicies,
    "returnCacheDataAndFetch": .cachePolicies, "returnCacheDataDontFetch": .cachePolicies,
    // A store in memory is what every client of Apollo's has.
    "SQLiteNormalizedCache": .stores, "withinReadTransaction": .stores,
    "withinReadWriteTransaction": .stores, "clearCache": .stores, "WebSocketTransport": .webSockets,
    "SplitNetworkTransport": .webSockets,
    "GraphQLFile": .uploads, "ApolloInterceptor": .interceptors, "InterceptorProvider": .interceptors,
    "DefaultInterceptorProvider": .interceptors, "HTTPInterceptor": .interceptors,
    "CacheInterceptor": .interceptors, "Mock": .mocks, "LocalCacheMutation": .localCacheMutations,
  ]

  /// Whether a Swift file sets a cache policy for all calls of a client.
  static func setsDefaultPolicy(_ file: SwiftFile) -> Bool {
    let tokens = file.tree.tokens(viewMode: .sourceAccurate).map(\.text)
    return tokens.indices.contains { at in
      let word = tokens[at]
      let isMember = at > 0 && tokens[at - 1] == "."
      let next = at + 1 < tokens.count ? tokens[at + 1] : ""
      if word == "cachePolicy" { return isMember && next == "=" }
      return word.hasPrefix("default") && (word.contains("Policy") || word.contains("Configuration"))
        && (isMember || next == ":")
    }
  }

  /// Counts the features that a Swift file uses.
  mutating func add(_ file: SwiftFile, _ app: AppIndex) {
    let tokens = file.tree.tokens(viewMode: .sourceAccurate).map(\.text)
    func text(_ index: Int) -> String { index < tokens.count ? tokens[index] : "" }
    for at in tokens.indices {
      let isCall = text(at + 1) == "("
      switch tokens[at] {
      case "watch" where isCall && text(at + 2) == "query":
        if !app.hasFunction("watch", "query") { add(.watchers) }
      case "upload" where isCall && text(at + 2) == "operation":
        if !app.hasFunction("upload", "operation") { add(.uploads) }
      case "cachePolicy" where text(at + 1) == ":" && text(at + 2) == ".":
        let policy = text(at + 3)
        if policy != "default", ApolloUses.words[policy] == nil, !ApolloEdits.networkPolicies.contains(policy)
        {
          add(.cachePolicies)
        }
      case "Mock" where text(at + 1) == "<": add(.mocks)
      case let word: if let part = ApolloUses.words[word] { add(part) }
      }
    }
    add(.completions, file.completions)
  }
}
