/// Elements of a stored list that are kept, as runs of neighbours: their values follow one another, so a run is copied at once.
struct BlobRuns {
  let list: Blob
  private(set) var runs: [Run] = []
  /// The number of elements, and the size of their values in bytes.
  private(set) var count = 0
  private(set) var size = 0

  struct Run {
    var elements: Range<Int>
    /// The values of the elements, in the list's bytes.
    var values: Range<Int>
  }

  /// - Parameters:
  ///   - elements: the elements to keep.
  ///   - left: positions in the list, in their order, that are left out.
  init(_ list: Blob, _ elements: Range<Int>, without left: some Sequence<Int>) {
    self.list = list
    var start = elements.lowerBound
    for index in left where elements.contains(index) {
      add(start..<index)
      start = index + 1
    }
    add(start..<elements.upperBound)
  }

  private mutating func add(_ elements: Range<Int>) {
    var run = Run(elements: elements.lowerBound..<elements.lowerBound, values: 0..<0)
    let slots = list.slots
    for index in elements {
      let slot = slots[index]
      var values = run.values
      if slot.kind != SlotKind.reference {
        let end = Int(slot.a) + Blob.padded(slot.b)
        if values.isEmpty {
          values = Int(slot.a)..<end
        } else if values.upperBound == Int(slot.a) {
          values = values.lowerBound..<end
        } else {
          // A list from a storage may be laid out in another way.
          append(run)
          run = Run(elements: index..<index, values: 0..<0)
          values = Int(slot.a)..<end
        }
      }
      run = Run(elements: run.elements.lowerBound..<(index + 1), values: values)
    }
    append(run)
  }

  private mutating func append(_ run: Run) {
    if run.elements.isEmpty { return }
    runs.append(run)
    count += run.elements.count
    size += run.values.count
  }

  /// Copies the elements to a blob that is being made.
  ///
  /// - Parameters:
  ///   - slots: the place of the first element.
  ///   - offset: the place of their values in the blob.
  func copy(to slots: UnsafeMutablePointer<Slot>, in blob: UnsafeMutableRawPointer, at offset: Int) {
    var (next, offset) = (0, offset)
    let known = list.slots
    for run in runs {
      (blob + offset).copyMemory(from: list.base + run.values.lowerBound, byteCount: run.values.count)
      let shift = UInt32(truncatingIfNeeded: offset - run.values.lowerBound)
      for index in run.elements {
        var slot = known[index]
        if slot.kind != SlotKind.reference { slot.a = slot.a &+ shift }
        slots[next] = slot
        next += 1
      }
      offset += run.values.count
    }
  }
}
