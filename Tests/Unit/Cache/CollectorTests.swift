import Apus
import ApusClient
import ApusPlatform
import TestSupport
import Testing

@testable import ApusCache

/// Garbage is collected in slices, between which others read and write. After each slice, the cache is compared with everything that can be reached.
@Suite(.timeLimit(.minutes(15))) struct CollectorTests {
  private static let schema = GraphQLCacheSchema("1 Query - -;*!id;Node.links:Node;Query.list:Node")

  private static let seeds = 0..<max(20, RoundTripTests.count / 5)

  /// A store with a graph of nodes, and what happens to it.
  private final class Graph {
    let clock = Clock()
    let store: CacheStore
    private var random: SeededRandom
    /// For the order of actions and slices.
    var choices: SeededRandom
    /// The first of the nodes and lists that are used.
    var first = 0
    /// What watchers were told.
    let signals = Locked<[String]>([])
    private var watchers: [Int] = []
    private var retained: [Int] = []
    private var layers: [Int] = []

    init(_ seed: Int, sizeLimit: Int?) {
      (random, choices) = (SeededRandom(UInt64(seed)), SeededRandom(UInt64(seed + 1_000)))
      var configuration = GraphQLCacheConfiguration(sizeLimit: sizeLimit, gracePeriod: .seconds(20))
      configuration.now = { [clock] in clock.now }
      store = CacheStore(TypeTable([CollectorTests.schema]), configuration)
    }

    private var someNode: Int { first + random.below(60) }
    private var someList: Int { first + random.below(20) }

    private func list(_ number: Int) -> PlanSource {
      PlanSource(
        key: PlanSource.Key(
          type: ObjectIdentifier(Graph.self), variables: Array("{\"n\":\(number)}".utf8)),
        name: "List",
        text:
          "query List($n:Int){list(n:$n){value links{value ___:__typename ___id:id}___:__typename ___id:id}}")
    }

    private let node = PlanSource(
      key: PlanSource.Key(type: ObjectIdentifier(Graph.self), document: 1, variables: Array("{}".utf8)),
      name: "Node", text: "fragment Node on Node{value links{___:__typename ___id:id}___:__typename ___id:id}"
    )

    private func key(_ number: Int) -> String { "Node:\(number)" }

    private func json(_ number: Int, depth: Int) -> String {
      let links = (0..<(depth > 0 ? random.below(4) : 0)).map { _ in json(someNode, depth: depth - 1) }
      let members =
        depth > 0 ? "\"value\":\(random.below(9)),\"links\":[\(links.joined(separator: ","))]," : ""
      return "{\(members)\"___\":\"Node\",\"___id\":\"\(number)\"}"
    }

    private func write(_ writer: CacheStore.CacheWriter) throws {
      switch random.below(4) {
      case 0:
        let nodes = (0..<random.below(4)).map { _ in
          let links = (0..<random.below(3)).map { _ in
            "{\"value\":\(random.below(9)),\"___\":\"Node\",\"___id\":\"\(someNode)\"}"
          }
          return
            "{\"value\":\(random.below(9)),\"links\":[\(links.joined(separator: ","))],\"___\":\"Node\",\"___id\":\"\(someNode)\"}"
        }
        var text = "{\"list\":[\(nodes.joined(separator: ","))]}"
        try text.withUTF8 { try writer.write($0, list(someList), .operation) }
      case 1:
        let number = someNode
        var text = json(number, depth: 1)
        try text.withUTF8 { try writer.write($0, node, .object(key(number))) }
      default:
        // A reference to an object that is not written itself.
        let lists = GraphQLCacheLists(GraphQLCacheKey("Node", "\(someNode)"), "links")
        let record = writer.record(GraphQLCacheKey("Node", "\(someNode)"))
        writer.change(lists, random.chance(70) ? .append(ListChange.Element(node: record)) : .remove(record))
      }
    }

    private func json(_ number: Int, value: Int) -> String {
      "{\"value\":\(value),\"links\":[],\"___\":\"Node\",\"___id\":\"\(number)\"}"
    }

    /// Writes and retains a list of a hundred nodes, which is above the limit and takes more than a slice to read.
    func retainLongList() throws -> (PlanSource, PlanRoot) {
      holdCollections()
      var text = "{\"list\":[\((0..<100).map { json($0, value: 0) }.joined(separator: ","))]}"
      try text.withUTF8 { text in
        try store.transaction { try $0.write(text, list(0), .operation) }
      }
      _ = store.retain(list(0), .operation)
      return (list(0), .operation)
    }

    func writeNode(_ number: Int, value: Int) throws {
      holdCollections()
      var text = json(number, value: value)
      try text.withUTF8 { text in
        try store.transaction { try $0.write(text, node, .object(key(number))) }
      }
    }

    /// Adds a node to the links of another one, without writing it.
    func link(_ number: Int, to other: Int) {
      holdCollections()
      store.transaction { writer in
        let record = writer.record(GraphQLCacheKey("Node", "\(number)"))
        writer.change(
          GraphQLCacheLists(GraphQLCacheKey("Node", "\(other)"), "links"),
          .append(ListChange.Element(node: record)))
      }
    }

    /// Writes a list of a hundred new nodes.
    func writeNewNodes() throws {
      holdCollections()
      first += 100
      let nodes = (first..<first + 100).map {
        "{\"value\":0,\"links\":[],\"___\":\"Node\",\"___id\":\"\($0)\"}"
      }
      var text = "{\"list\":[\(nodes.joined(separator: ","))]}"
      try text.withUTF8 { text in try store.transaction { try $0.write(text, list(first), .operation) } }
    }

    private struct Abort: Error {}

    private var anything: (PlanSource, PlanRoot) {
      random.chance(60) ? (list(someList), .operation) : (node, .object(key(someNode)))
    }

    /// No collection begins by itself: the test looks at the records without a lock.
    private func holdCollections() { store.lastCollection = (store.now, Int.max / 2) }

    /// Does something at random.
    func act() throws {
      holdCollections()
      switch random.below(12) {
      case 0..<5: try store.transaction { try write($0) }
      case 5:
        let number = key(someNode)
        store.transaction { $0.remove(number, isDeleted: random.chance(50)) }
      case 6:
        let (source, root) = anything
        _ = try store.read(source, root)
      case 7:
        if watchers.count > 2 {
          store.unwatch(watchers.remove(at: random.below(watchers.count)))
        } else {
          let (source, root) = anything
          let number = watchers.count
          watchers.append(
            try store.watch(source, root) { [signals] signal in
              signals.withLock { $0.append("\(number) \(Graph.text(signal))") }
            }.number)
        }
      case 8:
        if retained.count > 2 {
          store.release(retained.remove(at: random.below(retained.count)))
        } else {
          let (source, root) = anything
          retained.append(store.retain(source, root))
        }
      case 9:
        let (own, then) = (SeededRandom(random.next()), first)
        layers.append(
          try store.addLayer { [self] writer in
            // It does the same each time it runs.
            let (others, now) = (random, first)
            (random, first) = (own, then)
            defer { (random, first) = (others, now) }
            try write(writer)
          })
      case 10: if !layers.isEmpty { store.removeLayer(layers.remove(at: random.below(layers.count))) }
      default:
        _ = try? store.transaction { (writer) -> Void in
          try write(writer)
          throw Abort()
        }
      }
    }

    private static func text(_ signal: WatchSignal) -> String {
      if case .text(let text) = signal { String(decoding: text.json, as: UTF8.self) } else { "incomplete" }
    }

    /// What every query and fragment reads, and what watchers were told.
    func everything() throws -> [String] {
      let sources = (0..<first + 20).map { (list($0), PlanRoot.operation) }
      let nodes = (0..<first + 60).map { (node, PlanRoot.object(key($0))) }
      let texts = try (sources + nodes).map { source, root in
        let result = store.read(try store.writerPlans.plan(source), root, store.pending)
        // The text of a miss contains a key only as long as it is known.
        return result.text.map { String(decoding: $0, as: UTF8.self) } ?? "incomplete"
      }
      return texts + signals.withLock { $0.sorted() }
    }

    func collect(releasing least: Int) {
      store.beginCollection(releasing: least)
      while store.collectMore() {}
    }

    // MARK: - What can be reached

    private func has(_ record: UInt32) -> Bool { store.table.size(record) > 0 }

    var full: Set<UInt32> { Set((0..<UInt32(store.table.count)).filter(has)) }

    private func references(_ blob: Blob) -> [UInt32] {
      (0..<blob.count).flatMap { index -> [UInt32] in
        let slot = blob.slots[index]
        switch slot.kind {
        case SlotKind.reference: return [slot.a]
        case SlotKind.list, SlotKind.object: return references(Blob(blob.value(slot)))
        default: return []
        }
      }
    }

    func closure(_ roots: some Sequence<UInt32>) -> Set<UInt32> {
      var (found, open) = (Set(roots), Array(roots))
      while let record = open.popLast() {
        for next in store.table.blob(record).map(references) ?? [] where found.insert(next).inserted {
          open.append(next)
        }
      }
      return found
    }

    private func read(_ entry: Retained.Entry, isBelowLayers: Bool) throws -> [UInt32] {
      store.pending.isBelowLayers = isBelowLayers
      defer { store.pending.isBelowLayers = false }
      return store.read(try store.writerPlans.plan(entry.source), entry.root, store.pending).dependencies
        .records
    }

    /// What watchers, retained queries and layers need.
    func needed() throws -> Set<UInt32> {
      var found = store.pending.layerIndex.records
      let watched = store.watchers.all.map {
        Retained.Entry(source: $0.watcher.source, root: $0.watcher.root)
      }
      for entry in watched + Array(store.retained.entries.values) + store.retained.lately {
        found.formUnion(try read(entry, isBelowLayers: false))
        found.formUnion(try read(entry, isBelowLayers: true))
      }
      return found
    }

    /// Everything that can be reached from what was used lately, and what is needed.
    func reachable() throws -> Set<UInt32> {
      let oldest = store.now - 20
      let used = full.filter { store.table.times.lastUse($0) >= oldest }
      return closure(used + store.pending.valuesBelowLayers.flatMap(references)).union(try needed())
    }

    /// The keys of all records that something refers to. A transaction that throws may leave a key that no watcher has been told of.
    func names() -> [UInt32: String] {
      let values = store.pending.valuesBelowLayers + full.compactMap(store.table.blob)
      let records = Set(values.flatMap(references)).union(full).union(store.pending.layerIndex.records)
        .union(store.watchers.read(store.pending.all))
      return Dictionary(uniqueKeysWithValues: records.map { ($0, store.table.keys.text($0)) })
    }
  }

  /// Collects garbage while other things happen, and looks after each slice at what is gone.
  ///
  /// - Parameters:
  ///   - needed: what must stay.
  ///   - act: does something, and returns what must stay from then on.
  /// - Returns: how many records were evicted.
  private func collect(
    _ graph: Graph, keeping needed: Set<UInt32>, whileDoing act: () throws -> Set<UInt32>
  ) throws -> Int {
    graph.store.beginCollection(releasing: 0)
    var (needed, names, evicted, isOver) = (needed, graph.names(), 0, false)
    while !isOver {
      let before = graph.full
      isOver = !graph.store.collectMore(1)
      let gone = before.subtracting(graph.full)
      #expect(gone.isDisjoint(with: needed))
      #expect(names.allSatisfy { graph.store.table.keys.text($0) == $1 })
      evicted += gone.count
      let acts = !isOver && graph.choices.chance(30)
      if acts { needed = try act() }
      if acts || !gone.isEmpty { names = graph.names() }
    }
    return evicted
  }

  @Test(arguments: CollectorTests.seeds) func `What can be reached stays, and nothing else`(
    _ seed: Int
  ) throws {
    let graph = Graph(seed, sizeLimit: nil)
    var evicted = 0
    for _ in 0..<6 {
      for _ in 0..<20 { try graph.act() }
      graph.clock.advance(Double(10 + graph.choices.below(20)))
      evicted += try collect(graph, keeping: graph.reachable()) {
        try graph.act()
        return try graph.reachable()
      }
      // What happened meanwhile may have kept more, until the next collection.
      let reachable = try graph.reachable()
      graph.collect(releasing: 0)
      #expect(graph.full.subtracting(reachable).isEmpty)
    }
    #expect(evicted > 0)
  }

  @Test(arguments: CollectorTests.seeds) func `Above the limit, what is needed stays`(_ seed: Int) throws {
    let graph = Graph(seed, sizeLimit: 1_000)
    var evicted = 0
    for _ in 0..<6 {
      for _ in 0..<20 { try graph.act() }
      evicted += try collect(graph, keeping: graph.needed()) {
        try graph.act()
        return try graph.needed()
      }
    }
    #expect(evicted > 20)
  }

  @Test func `A collection ends although what it reads changes all the time`() throws {
    let graph = Graph(0, sizeLimit: 1_000)
    let (source, root) = try graph.retainLongList()
    graph.store.beginCollection(releasing: 0)
    var slices = 0
    while graph.store.collectMore(1), slices < 1_000 {
      slices += 1
      try graph.writeNode(0, value: slices)
    }
    #expect(slices < 1_000)
    #expect(try graph.store.read(source, root).text != nil)
  }

  /// After any slice.
  @Test(arguments: 0..<30) func `What a list gets stays if a query with the list is retained`(
    _ slices: Int
  ) throws {
    let graph = Graph(0, sizeLimit: 1_000)
    try graph.writeNode(500, value: 0)
    let (source, root) = try graph.retainLongList()
    graph.store.beginCollection(releasing: 0)
    for _ in 0..<slices { _ = graph.store.collectMore(1) }
    let stayed = graph.store.pending.find("Node:500").map { graph.store.table.size($0) > 0 } ?? false
    graph.link(500, to: 1)
    while graph.store.collectMore(1) {}
    #expect(try (graph.store.read(source, root).text != nil) == stayed)
  }

  /// More objects than a slice looks at. The last slices release ids, which new objects get.
  @Test func `A collection ends although objects are added all the time`() throws {
    let graph = Graph(0, sizeLimit: nil)
    for _ in 0..<3 { try graph.writeNewNodes() }
    graph.clock.advance(100)
    graph.collect(releasing: Int.max)
    #expect(graph.full.isEmpty)
    graph.store.beginCollection(releasing: 0)
    var slices = 0
    while graph.store.collectMore(1), slices < 500 {
      slices += 1
      try graph.writeNewNodes()
    }
    #expect(slices < 500)
    #expect(graph.store.table.count < (3 + slices) * 101)
  }

  /// Two caches get the same, and one of them releases ids. They have no limit, because the order in which records of the same second are evicted above
  /// it depends on their ids.
  @Test(arguments: CollectorTests.seeds) func `Ids that are used again change nothing`(_ seed: Int) throws {
    let graphs = [Graph(seed, sizeLimit: nil), Graph(seed, sizeLimit: nil)]
    for round in 0..<15 {
      for (graph, least) in zip(graphs, [0, Int.max]) {
        for _ in 0..<25 { try graph.act() }
        graph.clock.advance(15)
        graph.collect(releasing: least)
        graph.first += 8
      }
      let (one, other) = (try graphs[0].everything(), try graphs[1].everything())
      #expect(one == other, "seed \(seed), round \(round)")
      if one != other { return }
    }
    #expect(graphs[0].store.table.count < graphs[1].store.table.count)
  }
}
