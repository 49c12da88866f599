/// What one object writes, kept to compare it with what another one writes: `==` of every emitted type.
///
/// The first object's members are recorded; then the second's are held against them, one after the other.
struct MemberTape {
  /// What a member's value is; its content is in the entry's bits, or at the index that they are.
  enum Kind { case null, unset, int, bool, double, object, string, other }

  /// A member's name, known by its address: both objects are written by the same code, from the same literals.
  typealias Name = UnsafePointer<UInt8>

  /// A member, without references: most of what is compared are scalars.
  private struct Entry {
    var name: Name?
    var kind: Kind
    var bits: UInt64
  }

  /// Where an object that is compared within another one begins.
  struct Mark {
    fileprivate var entries: Int
    fileprivate var strings: Int
    fileprivate var others: Int
    fileprivate var position: Int
  }

  private var entries: [Entry] = []
  private var strings: [String] = []
  private var others: [Any] = []
  private var position = 0
  private(set) var isComparing = false
  private(set) var isEqual = true

  /// Begins to record an object, behind what was recorded.
  mutating func record() -> Mark {
    isComparing = false
    return Mark(entries: entries.count, strings: strings.count, others: others.count, position: position)
  }

  /// Begins to compare with the object that was recorded since the mark.
  mutating func compare(since mark: Mark) {
    position = mark.entries
    isComparing = true
  }

  /// Ends a comparison, and goes on with the one around it.
  mutating func end(_ mark: Mark) {
    if position != entries.count { isEqual = false }
    entries.removeSubrange(mark.entries...)
    strings.removeSubrange(mark.strings...)
    others.removeSubrange(mark.others...)
    position = mark.position
  }

  mutating func differ() { isEqual = false }

  /// Takes a value that its bits tell from every other.
  mutating func take(_ name: Name?, _ kind: Kind, bits: UInt64 = 0) {
    guard isComparing else { return entries.append(Entry(name: name, kind: kind, bits: bits)) }
    if next(name, kind) != bits { isEqual = false }
  }

  mutating func take(_ name: Name?, _ value: Double) {
    guard isComparing else { return take(name, .double, bits: value.bitPattern) }
    guard let first = next(name, .double) else { return }
    if Double(bitPattern: first) != value { isEqual = false }
  }

  mutating func take(_ name: Name?, _ value: String) {
    guard isComparing else {
      take(name, .string, bits: UInt64(strings.count))
      return strings.append(value)
    }
    guard let index = next(name, .string) else { return }
    if strings[Int(index)] != value { isEqual = false }
  }

  /// Keeps a value of any other type while the first object is recorded; gives the one that was kept while the second is
  /// compared, or nil, when the objects differ.
  mutating func takeOther<Value>(_ name: Name?, _ value: Value) -> Value? {
    guard isComparing else {
      take(name, .other, bits: UInt64(others.count))
      others.append(value)
      return nil
    }
    guard let index = next(name, .other) else { return nil }
    guard let first = others[Int(index)] as? Value else {
      isEqual = false
      return nil
    }
    return first
  }

  /// The bits of the recorded value that stands where one of this name and kind is now written; nil when there is none.
  private mutating func next(_ name: Name?, _ kind: Kind) -> UInt64? {
    guard isEqual, position < entries.count, entries[position].name == name, entries[position].kind == kind
    else {
      isEqual = false
      return nil
    }
    position &+= 1
    return entries[position &- 1].bits
  }
}

extension ObjectWriter {
  /// Whether two objects write the same.
  static func areEqual<Object: GraphQLObject>(_ first: Object, _ second: Object) -> Bool {
    var writer = ObjectWriter(.comparison, capacity: 1)
    writer.compare(first, second)
    return writer.tape.isEqual
  }

  private mutating func compare<Object: GraphQLObject>(_ first: Object, _ second: Object) {
    let mark = tape.record()
    first.write(to: &self)
    tape.compare(since: mark)
    second.write(to: &self)
    tape.end(mark)
  }

  /// Compares what kind of object begins; its members follow.
  mutating func compareType<Object>(_ name: MemberTape.Name?, _ type: Object.Type) {
    tape.take(name, .object, bits: UInt64(UInt(bitPattern: ObjectIdentifier(type))))
  }

  mutating func compareOther<Value: Equatable>(_ name: MemberTape.Name?, _ value: Value) {
    if let first = tape.takeOther(name, value), first != value { tape.differ() }
  }

  /// Compares element by element, unless both lists are one and the same.
  mutating func compareObjects<Object: GraphQLObject>(_ name: MemberTape.Name?, _ objects: [Object]?) {
    guard let objects else { return tape.take(name, .null) }
    guard let first = tape.takeOther(name, objects) else { return }
    guard first.count == objects.count else { return tape.differ() }
    first.withUnsafeBufferPointer { first in
      objects.withUnsafeBufferPointer { second in
        guard let left = first.baseAddress, let right = second.baseAddress, left != right else { return }
        // In place: an element that is copied has each of its members retained.
        var index = 0
        while index < second.count, tape.isEqual {
          compare(left[index], right[index])
          index &+= 1
        }
      }
    }
  }

  /// The same of lists in which objects may be null.
  mutating func compareSparseObjects<Object: GraphQLObject>(_ name: MemberTape.Name?, _ objects: [Object?]?) {
    guard let objects else { return tape.take(name, .null) }
    guard let first = tape.takeOther(name, objects) else { return }
    guard first.count == objects.count else { return tape.differ() }
    let isSame = first.withUnsafeBufferPointer { first in
      objects.withUnsafeBufferPointer { first.baseAddress == $0.baseAddress }
    }
    if isSame { return }
    for (left, right) in zip(first, objects) where tape.isEqual {
      if let left, let right {
        compare(left, right)
      } else if left != nil || right != nil {
        tape.differ()
      }
    }
  }
}
