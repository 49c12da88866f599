/// Finds the objects in lists that an app did not change, so that only the others are parsed and completed: often one element of a long list has
/// changed.
///
/// Equal bytes are equal values. An unchanged element may also have other bytes, such as another escape in a string; then it is compared with the
/// stored one like those that changed.
struct UnchangedElements {
  private let plan: BoundPlan
  private var old: JSONScanner
  private var new: JSONScanner
  private var result: [UInt8] = []
  /// The end of what `result` contains, in the new text.
  private var end: UnsafePointer<UInt8>

  private typealias Element = (start: UnsafePointer<UInt8>, count: Int)

  /// Returns the new text with a Boolean in place of each unchanged element: `true` for the element at the same position, `false` for the one at
  /// the same distance from the end. A list of objects contains no Booleans otherwise.
  static func marked(_ new: [UInt8], changedFrom old: [UInt8], _ plan: BoundPlan, _ root: PlanRoot) -> [UInt8]
  {
    if case .object = root, plan.root.type == nil { return new }
    return old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new -> [UInt8]? in
        guard let oldStart = old.baseAddress, let start = new.baseAddress else { return nil }
        var found = UnchangedElements(
          plan: plan, old: JSONScanner(old, oldStart), new: JSONScanner(new, start), end: start)
        guard found.isObject else { return nil }
        found.object(plan.onlyShape(plan.root))
        found.append(from: found.end, to: start + new.count)
        return found.result
      }
    } ?? new
  }

  private init(plan: BoundPlan, old: JSONScanner, new: JSONScanner, end: UnsafePointer<UInt8>) {
    (self.plan, self.old, self.new, self.end) = (plan, old, new, end)
  }

  private var isObject: Bool { old.p.pointee == 0x7B && new.p.pointee == 0x7B }

  private mutating func append(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
    result.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
  }

  private mutating func mark(_ element: Element, _ text: StaticString) {
    append(from: end, to: element.start)
    result.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    end = element.start + element.count
  }

  /// Compares objects with the same members; passes over others.
  private mutating func object(_ shape: PlanShape) {
    let (oldStart, newStart, count, end) = (old.p, new.p, result.count, end)
    if members(shape) { return }
    (old.p, new.p, self.end) = (oldStart, newStart, end)
    result.removeSubrange(count...)
    skip()
  }

  private mutating func skip() {
    old.skipValue()
    new.skipValue()
  }

  /// - Returns: whether both objects have the same members, none of which belongs to a fragment: those are still to be merged.
  private mutating func members(_ shape: PlanShape) -> Bool {
    old.p += 1
    new.p += 1
    var hint = 0
    while new.p < new.end, old.p < old.end, new.p.pointee == 0x22, old.p.pointee == 0x22 {
      let (oldName, newName) = (old.skipName(), new.skipName())
      guard oldName.count == newName.count, let start = newName.baseAddress, let other = oldName.baseAddress,
        areEqual(start, other, newName.count), newName.count < 4 || newName[1] != 0x2E
      else { return false }
      let position = (hint..<shape.count).first { position in
        let field = shape.fields[position]
        return field.prefixCount - 1 == newName.count && areEqual(field.prefix, start, newName.count)
      }
      if let position { hint = position + 1 }
      if let field = position.map({ shape.fields[$0] }), let place = field.place, !field.isPart {
        value(place)
      } else {
        skip()
      }
      old.skipComma()
      new.skipComma()
    }
    guard new.p < new.end, old.p < old.end, new.p.pointee == 0x7D, old.p.pointee == 0x7D else { return false }
    old.p += 1
    new.p += 1
    return true
  }

  private mutating func value(_ place: PlanPlace) {
    if isObject, place.type != nil { return object(plan.onlyShape(place)) }
    if old.p.pointee == 0x5B, new.p.pointee == 0x5B { return list(place) }
    skip()
  }

  private mutating func list(_ place: PlanPlace) {
    let (known, elements) = (Self.elements(&old), Self.elements(&new))
    let (oldEnd, newEnd) = (old.p, new.p)
    if known.count == elements.count {
      for (one, other) in zip(known, elements) {
        if Self.isUnchanged(one, other) {
          mark(other, "true")
        } else {
          (old.p, new.p) = (one.start, other.start)
          if isObject { value(place) }
        }
      }
    } else {
      let common = min(known.count, elements.count)
      var head = 0
      while head < common, Self.isUnchanged(known[head], elements[head]) { head += 1 }
      var tail = 0
      while tail < common - head,
        Self.isUnchanged(known[known.count - 1 - tail], elements[elements.count - 1 - tail])
      {
        tail += 1
      }
      for element in elements[..<head] { mark(element, "true") }
      for element in elements[(elements.count - tail)...] { mark(element, "false") }
    }
    (old.p, new.p) = (oldEnd, newEnd)
  }

  private static func isUnchanged(_ one: Element, _ other: Element) -> Bool {
    one.count == other.count && other.start.pointee == 0x7B && areEqual(one.start, other.start, one.count)
  }

  /// The elements of a list, which the scanner steps over.
  private static func elements(_ scanner: inout JSONScanner) -> [Element] {
    var elements: [Element] = []
    scanner.p += 1
    scanner.skipSpace()
    while scanner.p < scanner.end, scanner.p.pointee != 0x5D {
      let start = scanner.p
      scanner.skipValue()
      elements.append((start, scanner.p - start))
      scanner.skipComma()
    }
    if scanner.p < scanner.end { scanner.p += 1 }
    return elements
  }
}

extension PlanShape.Field {
  /// Whether it reads elements out of the middle of a stored list, so that their positions there are not known.
  fileprivate var isPart: Bool { page?.after != nil || page?.before != nil }
}
