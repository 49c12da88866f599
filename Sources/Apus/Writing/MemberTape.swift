/// What one object writes, kept to compare it with what another one writes: `==` of every emitted type.
///
/// The first object's members are recorded; then the second's are held against them, one after the other.
struct MemberTape {
  /// A value as far as it is written by itself.
  enum Value {
    case null
    case unset
    case string(String)
    case int(Int)
    case double(Double)
    case bool(Bool)
    /// An object begins; its members follow.
    case object(ObjectIdentifier)
    /// A value of any other type: a list, a custom scalar.
    case other(Any)
  }

  /// Where an object that is compared within another one begins.
  struct Mark {
    fileprivate var start: Int
    fileprivate var position: Int
  }

  /// A member's name, known by its address: both objects are written by the same code, from the same literals.
  typealias Name = UnsafePointer<UInt8>

  private var members: [(name: Name?, value: Value)] = []
  private var position = 0
  private(set) var isComparing = false
  private(set) var isEqual = true

  /// Begins to record an object, behind what was recorded.
  mutating func record() -> Mark {
    let mark = Mark(start: members.count, position: position)
    isComparing = false
    return mark
  }

  /// Begins to compare with the object that was recorded since the mark.
  mutating func compare(since mark: Mark) {
    position = mark.start
    isComparing = true
  }

  /// Ends a comparison, and goes on with the one around it.
  mutating func end(_ mark: Mark) {
    if position != members.count { isEqual = false }
    members.removeSubrange(mark.start...)
    position = mark.position
    isComparing = true
  }

  mutating func differ() { isEqual = false }

  mutating func append(_ name: Name?, _ value: Value) { members.append((name, value)) }

  /// The recorded value that stands where the one of this name is now written; nil when none does.
  mutating func next(_ name: Name?) -> Value? {
    guard isEqual, position < members.count, members[position].name == name else {
      isEqual = false
      return nil
    }
    position += 1
    return members[position - 1].value
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

  mutating func compare(_ name: MemberTape.Name?, _ value: MemberTape.Value) {
    guard tape.isComparing else { return tape.append(name, value) }
    let isSame =
      switch (tape.next(name), value) {
      case (.null, .null), (.unset, .unset): true
      case (.string(let first), .string(let second)): first == second
      case (.int(let first), .int(let second)): first == second
      case (.double(let first), .double(let second)): first == second
      case (.bool(let first), .bool(let second)): first == second
      case (.object(let first), .object(let second)): first == second
      default: false
      }
    if !isSame { tape.differ() }
  }

  mutating func compareOther<Value: Equatable>(_ name: MemberTape.Name?, _ value: Value) {
    guard tape.isComparing else { return tape.append(name, .other(value)) }
    guard case .other(let first) = tape.next(name), let first = first as? Value, first == value else {
      return tape.differ()
    }
  }

  /// Compares element by element, unless both lists are one and the same.
  mutating func compareObjects<Object: GraphQLObject>(_ name: MemberTape.Name?, _ objects: [Object]?) {
    guard let objects else { return compare(name, .null) }
    guard tape.isComparing else { return tape.append(name, .other(objects)) }
    guard case .other(let first) = tape.next(name), let first = first as? [Object],
      first.count == objects.count
    else { return tape.differ() }
    let isSame = first.withUnsafeBufferPointer { first in
      objects.withUnsafeBufferPointer { first.baseAddress == $0.baseAddress }
    }
    if isSame { return }
    for (first, second) in zip(first, objects) where tape.isEqual {
      compare(first, second)
    }
  }
}
