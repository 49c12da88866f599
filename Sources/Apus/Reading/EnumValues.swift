/// The enum values that a text was seen to name: each name becomes a value once, and from then on is known by its bytes.
///
/// `init(rawValue:)` would make a string of each name, and compare it with the names of the cases, one after the other.
struct EnumValues {
  private struct Entry {
    /// Nil where there is none yet.
    var type: ObjectIdentifier?
    /// The name within the text, which stays where it is while it is read.
    var name: UnsafePointer<UInt8>
    var count: Int
    /// The value, of the type above.
    var value: UnsafeMutableRawPointer
    var enumeration: (any GraphQLEnum.Type)?

    func free() { enumeration?.free(value) }
  }

  /// Powers of two. A name is stored at its own index or at the next one. A third name with the same index makes a small table a large one,
  /// and in a large one replaces one of the two. A response of a kilobyte does not pay for a large one.
  private static let (small, large) = (8, 64)
  private var entries: UnsafeMutablePointer<Entry>?
  private var capacity = 0

  /// Frees the memory. To be called once.
  func deallocate() {
    guard let entries else { return }
    var index = 0
    while index < capacity {
      entries[index].free()
      index += 1
    }
    entries.deinitialize(count: capacity)
    entries.deallocate()
  }

  /// The value of a name in the text, which has no escapes.
  @inline(__always) mutating func value<Value: GraphQLEnum>(
    _ type: Value.Type, _ name: UnsafePointer<UInt8>, _ count: Int
  ) -> Value {
    let identifier = ObjectIdentifier(type)
    let place = place(identifier, name, count)
    // In place: a copy of an entry takes longer than the look at it.
    if let entries, entries[place].type == identifier, entries[place].count == count,
      ObjectReader.equal(entries[place].name, name, count)
    {
      return entries[place].value.assumingMemoryBound(to: Value.self).pointee
    }
    return otherValue(type, name, count, place)
  }

  /// The value of a name that is not at its own place.
  @inline(never) private mutating func otherValue<Value: GraphQLEnum>(
    _ type: Value.Type, _ name: UnsafePointer<UInt8>, _ count: Int, _ place: Int
  ) -> Value {
    let beside = place ^ 1
    if let entries, entries[beside].type == ObjectIdentifier(type), entries[beside].count == count,
      ObjectReader.equal(entries[beside].name, name, count)
    {
      return entries[beside].value.assumingMemoryBound(to: Value.self).pointee
    }
    return newValue(type, name, count)
  }

  /// By the ends of the name, which tell most names of an enum apart.
  @inline(__always) private func place(
    _ type: ObjectIdentifier, _ name: UnsafePointer<UInt8>, _ count: Int
  ) -> Int {
    guard count > 0 else { return 0 }
    let address = Int(truncatingIfNeeded: UInt(bitPattern: type) &>> 4)
    let first = Int(name.pointee)
    let middle = Int(name[count &>> 1])
    let last = Int(name[count &- 1])
    return (first &+ middle &* 5 &+ last &* 11 &+ count &+ address) & (capacity &- 1)
  }

  private mutating func newValue<Value: GraphQLEnum>(
    _ type: Value.Type, _ name: UnsafePointer<UInt8>, _ count: Int
  ) -> Value {
    let value = Value(
      rawValue: String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self))
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    insert(
      Entry(
        type: ObjectIdentifier(type), name: name, count: count, value: UnsafeMutableRawPointer(memory),
        enumeration: type))
    return value
  }

  private mutating func insert(_ entry: Entry) {
    guard let type = entry.type else { return }
    guard let entries else {
      begin(Self.small, entry.name)
      return insert(entry)
    }
    var place = place(type, entry.name, entry.count)
    if entries[place].type != nil { place ^= 1 }
    if entries[place].type != nil, capacity < Self.large {
      grow(entry.name)
      return insert(entry)
    }
    entries[place].free()
    entries[place] = entry
  }

  private mutating func begin(_ capacity: Int, _ name: UnsafePointer<UInt8>) {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    // What stands here in the others is never looked at.
    let none = Entry(
      type: nil, name: name, count: 0, value: UnsafeMutableRawPointer(entries), enumeration: nil)
    entries.initialize(repeating: none, count: capacity)
    self.entries = entries
    self.capacity = capacity
  }

  private mutating func grow(_ name: UnsafePointer<UInt8>) {
    let (old, count) = (entries, capacity)
    begin(Self.large, name)
    guard let old else { return }
    for index in 0..<count { insert(old[index]) }
    old.deinitialize(count: count)
    old.deallocate()
  }
}

extension GraphQLEnum {
  /// Frees a value that `EnumValues` keeps.
  fileprivate static func free(_ value: UnsafeMutableRawPointer) {
    let value = value.assumingMemoryBound(to: Self.self)
    value.deinitialize(count: 1)
    value.deallocate()
  }
}

extension ObjectReader {
  /// Reads an enum value.
  mutating func readEnumeration<Value: GraphQLEnum>() throws -> Value {
    if let name = plainText() { return enumValues.value(Value.self, name.start, name.count) }
    return try readUnusualEnumeration()
  }

  /// Reads an enum value that is a member's.
  @inline(__always) mutating func readEnumerationMember<Value: GraphQLEnum>() throws -> Value {
    if let name = plainText() {
      // The member ends first: unspecialized code would copy a value that it has to keep meanwhile.
      try endMember()
      return enumValues.value(Value.self, name.start, name.count)
    }
    let value: Value = try readUnusualEnumeration()
    try endMember()
    return value
  }

  /// Steps over a string of ASCII without escapes; nil when another value stands here.
  @inline(__always) private mutating func plainText() -> (start: UnsafePointer<UInt8>, count: Int)? {
    guard p.pointee == JSONByte.quote else { return nil }
    let start = p + 1
    let count = JSONString.asciiRun(start, end)
    guard start + count < end, start[count] == JSONByte.quote else { return nil }
    p = start + (count &+ 1)
    return (start, count)
  }

  @inline(never) private mutating func readUnusualEnumeration<Value: GraphQLEnum>() throws -> Value {
    if let samples = decoder as? any SampleDecoding {
      return Value(rawValue: try samples.sampleName(of: Value.self))
    }
    return Value(rawValue: try readString(as: "enum value"))
  }
}
