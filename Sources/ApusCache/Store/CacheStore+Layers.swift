/// Changes that hold until they are taken back.
struct OptimisticLayer {
  let number: Int
  let body: (CacheStore.CacheWriter) throws -> Void
  /// What it saw and what it wrote when it ran last; nil before it ran.
  var trace: LayerTrace?
}

extension CacheStore {
  /// Adds a layer.
  ///
  /// - Throws: what `body` throws when it runs for the first time; there is no layer then.
  func addLayer(_ body: @escaping (CacheWriter) throws -> Void) throws -> Int {
    writers.lock()
    defer { writers.unlock() }
    nextLayer += 1
    let number = nextLayer
    transaction { _ in layers.append(OptimisticLayer(number: number, body: body)) }
    if let failure = newestFailure, failure.layer == number { throw failure.error }
    return number
  }

  func removeLayer(_ number: Int) { transaction { _ in _ = takeLayer(number) } }

  /// Makes what a layer does last, and removes it.
  func commitLayer(_ number: Int) throws {
    try transaction { writer in
      guard let layer = takeLayer(number) else { return }
      writer.origin = .other
      try layer.body(writer)
    }
  }

  /// Removes a layer; what it wrote goes with the commit.
  private func takeLayer(_ number: Int) -> OptimisticLayer? {
    guard let index = layers.firstIndex(where: { $0.number == number }) else { return nil }
    let layer = layers.remove(at: index)
    pending.uncovered.formUnion(layer.trace?.writes ?? [])
    return layer
  }

  /// Runs layers again whose reads or writes a commit concerns, over what is written below them. One that throws is dropped.
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
        // A layer that clears the cache has taken the others with it.
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
        // What another layer wrote is below some and above others: they run in their order.
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

  /// The layers that see or write what changed, and those that share something with them.
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
