/// The reads and writes of an optimistic layer when it last ran.
struct LayerTrace {
  var reads: Set<UInt32> = []
  /// For each record that it wrote, the value below it, which must be freed with the trace.
  var under: [UInt32: UnsafeMutableRawPointer] = [:]
  /// The keys it looked up that no record had.
  var missing: Set<String> = []
}

/// A layer that is being run.
struct LayerRun {
  let number: Int
  var trace = LayerTrace()
  /// The records that it shares with a layer above that is not run again, so it may have seen that layer's values.
  var met: Set<UInt32> = []
}

/// The records that each layer read and wrote, and the layers that read or wrote each record, so that a commit only looks at those.
struct LayerIndex {
  private(set) var traces: [Int: LayerTrace] = [:]
  /// The numbers of layers, in order.
  private var readers: [UInt32: [Int]] = [:]
  private var writers: [UInt32: [Int]] = [:]
  private var missing: [String: Set<Int>] = [:]

  /// The records that layers read or wrote.
  var records: Set<UInt32> { Set(readers.keys).union(writers.keys) }

  var hasMissing: Bool { !missing.isEmpty }

  mutating func add(_ number: Int, _ trace: LayerTrace) {
    traces[number] = trace
    for id in trace.reads { Self.insert(number, in: &readers[id, default: []]) }
    for id in trace.under.keys { Self.insert(number, in: &writers[id, default: []]) }
    for key in trace.missing { missing[key, default: []].insert(number) }
  }

  private static func insert(_ number: Int, in numbers: inout [Int]) {
    // Most layers are added on top.
    let place = numbers.last.map { $0 < number } ?? true ? numbers.count : numbers.partition(from: number)
    numbers.insert(number, at: place)
  }

  /// Takes layers out.
  ///
  /// - Returns: what they read and wrote, in the order of `numbers`; nothing for those that have not run.
  mutating func take(_ numbers: [Int]) -> [LayerTrace] {
    let gone = Set(numbers)
    let taken = numbers.compactMap { traces.removeValue(forKey: $0) }
    for id in Set(taken.lazy.flatMap(\.reads)) { Self.remove(gone, at: id, from: &readers) }
    for id in Set(taken.lazy.flatMap(\.under.keys)) { Self.remove(gone, at: id, from: &writers) }
    for key in Set(taken.lazy.flatMap(\.missing)) {
      missing[key]?.subtract(gone)
      if missing[key]?.isEmpty ?? false { missing[key] = nil }
    }
    return taken
  }

  private static func remove(_ numbers: Set<Int>, at id: UInt32, from index: inout [UInt32: [Int]]) {
    guard let at = index.index(forKey: id) else { return }
    if numbers.count < 8 {
      // A few of many layers are found without visiting the others.
      for number in numbers {
        let place = index.values[at].partition(from: number)
        if place < index.values[at].count, index.values[at][place] == number {
          index.values[at].remove(at: place)
        }
      }
    } else {
      index.values[at].removeAll { numbers.contains($0) }
    }
    if index.values[at].isEmpty { index.remove(at: at) }
  }

  func isWritten(_ id: UInt32) -> Bool { writers[id] != nil }

  func isWritten(_ id: UInt32, above number: Int) -> Bool { (writers[id]?.last ?? 0) > number }

  func isTouched(_ id: UInt32, above number: Int) -> Bool {
    (writers[id]?.last ?? 0) > number || (readers[id]?.last ?? 0) > number
  }

  /// The layers above a layer that wrote a record.
  func writers(of id: UInt32, above number: Int) -> ArraySlice<Int> { Self.tail(writers[id], number) }

  /// The layers above a layer that read a record.
  func readers(of id: UInt32, above number: Int) -> ArraySlice<Int> { Self.tail(readers[id], number) }

  private static func tail(_ numbers: [Int]?, _ number: Int) -> ArraySlice<Int> {
    guard let numbers else { return [] }
    return numbers[numbers.partition(from: number + 1)...]
  }

  /// The layers that looked up a key in vain.
  func layers(missing key: String) -> Set<Int> { missing[key] ?? [] }
}

extension [Int] {
  /// The position of the first element, in order, that is not less than a number.
  fileprivate func partition(from number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
