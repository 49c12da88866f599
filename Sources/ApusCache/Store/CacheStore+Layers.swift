/// Writes that last until they are rolled back.
struct OptimisticLayer {
  let number: Int
  let body: (CacheStore.CacheWriter) throws -> Void
  /// Its reads and writes in its last run; nil before the first.
  var trace: LayerTrace?
}

extension CacheStore {
  /// Adds a layer.
  ///
  /// - Parameter generation: the generation that the layer is for: it is dropped if the cache was cleared since. Nil for the current one.
  /// - Throws: the error of `body` in its first run; no layer is added then.
  func addLayer(
    in generation: CacheGeneration? = nil, _ body: @escaping (CacheWriter) throws -> Void
  ) throws -> Int {
    writers.lock()
    defer { writers.unlock() }
    nextLayer += 1
    let number = nextLayer
    if let generation, generation !== self.generation {
      onEvent(.layerDropped(GraphQLCacheError.cleared))
      return number
    }
    transaction { _ in layers.append(OptimisticLayer(number: number, body: body)) }
    if let failure = newestFailure, failure.layer == number { throw failure.error }
    return number
  }

  func removeLayer(_ number: Int) { transaction { _ in _ = takeLayer(number) } }

  /// Runs layers again with the current transaction, because values that their closures captured have changed.
  func runAgain(_ numbers: Set<Int>) {
    for index in layers.indices where numbers.contains(layers[index].number) {
      pending.uncovered.formUnion(layers[index].trace?.writes ?? [])
      layers[index].trace = nil
    }
  }

  /// Writes what a layer does below the layers, and removes it.
  func commitLayer(_ number: Int) throws {
    try transaction { writer in
      guard let layer = takeLayer(number) else { return }
      writer.origin = .other
      try layer.body(writer)
    }
  }

  /// Removes a layer; its writes disappear with the commit.
  private func takeLayer(_ number: Int) -> OptimisticLayer? {
    guard let index = layers.firstIndex(where: { $0.number == number }) else { return nil }
    let layer = layers.remove(at: index)
    pending.uncovered.formUnion(layer.trace?.writes ?? [])
    return layer
  }

  /// Runs layers again if a commit affects what they read or wrote. A layer that throws is dropped.
  func applyLayers() {
    newestFailure = nil
    if layers.isEmpty, pending.uncovered.isEmpty { return }
    var all = false
    while true {
      let changed = pending.uncovered.union(pending.touched)
      let due = all ? Set(layers.map(\.number)) : dueLayers(changed)
      var written = all ? changed.union(pending.coveredRecords) : changed
      for layer in layers where due.contains(layer.number) { written.formUnion(layer.trace?.writes ?? []) }
      pending.beginCovering(written)
      let failed = layers.indices.first { index in
        // A layer that clears the cache removes all others.
        guard layers.indices.contains(index), due.contains(layers[index].number) else { return false }
        do {
          pending.beginTrace()
          try layers[index].body(CacheWriter(self))
          if layers.indices.contains(index) { layers[index].trace = pending.endTrace() }
          return false
        } catch {
          guard layers.indices.contains(index) else { return false }
          drop(layers[index].number, error)
          return true
        }
      }
      if let failed {
        // It may have written before it threw.
        pending.stopCovering()
        layers.remove(at: failed)
      } else if pending.hasMetOtherLayers {
        // Another layer's writes are below some of these layers and above others, so run all of them in order.
        pending.stopCovering()
        all = true
      } else {
        return pending.endCovering()
      }
    }
  }

  private func drop(_ number: Int, _ error: any Error) {
    if number == nextLayer {
      newestFailure = (number, error)
    } else {
      onEvent(.layerDropped(error))
    }
  }

  /// The layers that read or wrote what changed, and those that share records with such a layer.
  private func dueLayers(_ changed: Set<UInt32>) -> Set<Int> {
    var due: Set<Int> = []
    var (written, read) = (changed, Set<UInt32>())
    var isDone = false
    while !isDone {
      isDone = true
      for layer in layers where !due.contains(layer.number) {
        if let trace = layer.trace, trace.reads.isDisjoint(with: written),
          trace.writes.isDisjoint(with: written), trace.writes.isDisjoint(with: read),
          !trace.missing.contains(where: { pending.find($0) != nil })
        {
          continue
        }
        due.insert(layer.number)
        if let trace = layer.trace {
          written.formUnion(trace.writes)
          read.formUnion(trace.reads)
          isDone = false
        }
      }
    }
    return due
  }
}
