/// Writes that last until they are rolled back.
struct OptimisticLayer {
  /// The name of the mutation whose effect it expects; nil if it was not given.
  var name: String?
  let body: (CacheStore.CacheWriter) throws -> Void
  /// Whether the next commit removes it.
  var isRemoved = false
}

/// Adding and removing layers. Each takes effect with the commit.
extension CacheStore {
  /// Adds a layer above all others.
  ///
  /// - Parameters:
  ///   - generation: the generation that the layer is for: it is dropped if the cache was cleared since. Nil for the current one.
  ///   - name: the name of the mutation, for those who inspect the cache.
  /// - Throws: the error of `body` in its first run; no layer is added then. In a transaction, that comes later and is an event.
  func addLayer(
    in generation: CacheGeneration? = nil, named name: String? = nil,
    _ body: @escaping (CacheWriter) throws -> Void
  ) throws -> Int {
    writers.lock()
    defer { writers.unlock() }
    if let generation, generation !== self.generation {
      nextLayer += 1
      onEvent(.layerDropped(GraphQLCacheError.cleared))
      return nextLayer
    }
    if current != nil { return stackLayer(name, body) }
    awaitedLayer = (nextLayer + 1, nil)
    let number = transaction { _ in stackLayer(name, body) }
    let error = awaitedLayer?.error
    awaitedLayer = nil
    if let error { throw error }
    return number
  }

  private func stackLayer(_ name: String?, _ body: @escaping (CacheWriter) throws -> Void) -> Int {
    nextLayer += 1
    layers[nextLayer] = OptimisticLayer(name: name, body: body)
    current?.note(.layer, name)
    stirredLayers.insert(nextLayer)
    return nextLayer
  }

  func removeLayer(_ number: Int) { transaction { _ in _ = takeLayer(number) } }

  /// Runs layers again with the current transaction, because values that their closures captured have changed.
  func runAgain(_ numbers: Set<Int>) {
    for number in numbers where layers[number] != nil { stirredLayers.insert(number) }
  }

  /// Writes a layer's changes below the layers and removes the layer.
  func commitLayer(_ number: Int) throws {
    try transaction { writer in
      guard let layer = takeLayer(number) else { return }
      writer.origin = .other
      try layer.body(writer)
    }
  }

  /// Removes a layer; its writes disappear with the commit.
  private func takeLayer(_ number: Int) -> OptimisticLayer? {
    guard let layer = layers[number], !layer.isRemoved else { return nil }
    layers[number]?.isRemoved = true
    current?.note(.layer, layer.name)
    stirredLayers.insert(number)
    return layer
  }
}

/// Running layers, as a part of a commit.
extension CacheStore {
  /// Removes layers, and runs new layers and those that read or wrote records of a commit. A layer that throws is dropped.
  ///
  /// The state below a layer is kept for each record that it wrote, so the layers below the first affected one do not run again.
  func applyLayers() {
    if layers.isEmpty { return }
    let generation = generation
    var below = Set(pending.touched)
    var due = DueLayers(stirredLayers)
    stirredLayers = []
    for id in pending.touched { due.add(touching: id, above: 0, pending.layerIndex) }
    addLayersThatMissed(to: &due)
    while !due.isEmpty {
      let numbers = due.take(pending.layerIndex)
      undo(numbers, below)
      run(numbers, below)
      if generation !== self.generation { return }
      // Other layers may have missed records that layers created.
      below = []
      addLayersThatMissed(to: &due)
    }
  }

  /// Undoes what layers wrote, and forgets those that are removed.
  private func undo(_ numbers: [Int], _ below: Set<UInt32>) {
    pending.undo(numbers, below: below)
    for number in numbers where layers[number]?.isRemoved ?? false { layers[number] = nil }
  }

  private func run(_ numbers: [Int], _ below: Set<UInt32>) {
    var waiting = numbers
    var next = 0
    while next < waiting.count {
      let number = waiting[next]
      next += 1
      guard let layer = layers[number] else { continue }
      var failure: (any Error)?
      let generation = generation
      pending.beginRun(number)
      do { try layer.body(CacheWriter(self)) } catch { failure = error }
      // A layer that clears the cache removes all others.
      guard generation === self.generation, let run = pending.endRun() else {
        if let failure { drop(number, failure) }
        return
      }
      if !run.met.isEmpty {
        // It may have seen values of the layers above that it shares records with, so they are undone and all run again in order.
        pending.undo(run.trace)
        var due = DueLayers([])
        for id in run.met { due.add(touching: id, above: number, pending.layerIndex) }
        let more = due.take(pending.layerIndex)
        undo(more, below)
        waiting = Set(waiting[next...]).union(more).union([number]).sorted()
        next = 0
      } else if let failure {
        pending.undo(run.trace)
        layers[number] = nil
        drop(number, failure)
      } else {
        collector?.keep(run.trace)
        pending.layerIndex.add(number, run.trace)
      }
    }
  }

  private func drop(_ number: Int, _ error: any Error) {
    if awaitedLayer?.number == number {
      awaitedLayer?.error = error
    } else {
      onEvent(.layerDropped(error))
    }
  }

  /// Adds the layers that looked up a key without finding a record, if that record exists now.
  private func addLayersThatMissed(to due: inout DueLayers) {
    let known = pending.takeNewRecords()
    guard pending.layerIndex.hasMissing else { return }
    for id in known {
      let key = pending.text(id)
      for number in pending.layerIndex.layers(missing: key) { due.add(number) }
      let group = CacheGroup.name(of: key)
      if group == key { continue }
      for number in pending.layerIndex.layers(missing: group) { due.add(number) }
      guard let type = CacheGroup.type(of: group), !types.isObject(type) else { continue }
      for condition in learned.conditions(of: type) {
        for number in pending.layerIndex.layers(missing: CacheGroup.objects(of: condition)) {
          due.add(number)
        }
      }
    }
  }
}

/// The layers that a commit runs again, and those above them that share records with them.
private struct DueLayers {
  private var numbers: Set<Int> = []
  private var unseen: [Int] = []
  /// The layer of each record above which all layers that touched the record, or wrote it, were already added.
  private var touched: [UInt32: Int] = [:]
  private var written: [UInt32: Int] = [:]

  init(_ numbers: Set<Int>) {
    for number in numbers { add(number) }
  }

  var isEmpty: Bool { numbers.isEmpty }

  mutating func add(_ number: Int) { if numbers.insert(number).inserted { unseen.append(number) } }

  /// Adds the layers above a layer that read or wrote a record.
  mutating func add(touching id: UInt32, above number: Int, _ index: LayerIndex) {
    if touched[id] ?? .max <= number { return }
    touched[id] = number
    for layer in index.readers(of: id, above: number) { add(layer) }
    add(writing: id, above: number, index)
  }

  private mutating func add(writing id: UInt32, above number: Int, _ index: LayerIndex) {
    if written[id] ?? .max <= number { return }
    written[id] = number
    for layer in index.writers(of: id, above: number) { add(layer) }
  }

  /// Removes and returns all layers, the lowest first, and with them the layers above that they affect.
  mutating func take(_ index: LayerIndex) -> [Int] {
    while let number = unseen.popLast() {
      guard let trace = index.traces[number] else { continue }
      for id in trace.under.keys { add(touching: id, above: number, index) }
      for id in trace.reads { add(writing: id, above: number, index) }
    }
    defer { self = DueLayers([]) }
    return numbers.sorted()
  }
}
