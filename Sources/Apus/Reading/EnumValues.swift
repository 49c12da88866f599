/// The enum values that a text was seen to name: each name becomes a value once, and from then on is known by its bytes.
///
/// `init(rawValue:)` would make a string of each name, and compare it with the names of the cases, one after the other.
struct EnumValues {
  private struct Entry {
    /// Nil where there is none yet.
    var type: ObjectIdentifier?
    var name: Name
    /// The value, of the type above.
    var value: UnsafeMutableRawPointer
    var enumeration: (any GraphQLEnum.Type)?

    func free() { enumeration?.free(value) }
  }

  /// A name within the text, which stays where it is while it is read.
  private struct Name {
    let start: UnsafePointer<UInt8>
    let count: Int
    /// Its first and its last eight bytes: few names have more. Of a shorter one both are all of it.
    let first: UInt64
    let last: UInt64

    /// - Parameter start: the first byte of at least one. Eight bytes of the text must be before it, and eight from there on.
    @inline(__always) init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      self.start = start
      self.count = count
      // What is beside a short name is shifted out.
      let shift = 64 &- 8 &* UInt64(truncatingIfNeeded: min(count, 8))
      first = UInt64(littleEndian: ObjectReader.word(start, 0)) &<< shift
      last = UInt64(littleEndian: ObjectReader.word(start, count &- 8)) &>> shift
    }

    @inline(__always) static func == (a: Name, b: Name) -> Bool {
      a.first == b.first && a.last == b.last && a.count == b.count
        && (a.count <= 16 || ObjectReader.equal(a.start + 8, b.start + 8, a.count &- 16))
    }
  }

  /// Powers of two. A name is stored at its own index or at the next one. A third name with the same index makes the table four times as
  /// large, and in the largest replaces one of the two. A response of a kilobyte does not pay for a large one.
  private static let (smallest, largest) = (8, 512)
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

  /// The value of a name without escapes.
  ///
  /// - Parameter text: the text that the name is in.
  @inline(__always) mutating func value<Value: GraphQLEnum>(
    _ type: Value.Type, _ start: UnsafePointer<UInt8>, _ count: Int, in text: Range<UnsafePointer<UInt8>>
  ) -> Value {
    guard count > 0, start - text.lowerBound >= 8, text.upperBound - start >= 8 else {
      return Value(start, count)
    }
    let name = Name(start, count)
    let identifier = ObjectIdentifier(type)
    let place = place(identifier, name)
    // In place: a copy of an entry takes longer than the look at it.
    if let entries, entries[place].type == identifier, entries[place].name == name {
      return entries[place].value.assumingMemoryBound(to: Value.self).pointee
    }
    return otherValue(type, start, count)
  }

  /// The value of a name that is not at its own place.
  @inline(never) private mutating func otherValue<Value: GraphQLEnum>(
    _ type: Value.Type, _ start: UnsafePointer<UInt8>, _ count: Int
  ) -> Value {
    let name = Name(start, count)
    let beside = place(ObjectIdentifier(type), name) ^ 1
    if let entries, entries[beside].type == ObjectIdentifier(type), entries[beside].name == name {
      return entries[beside].value.assumingMemoryBound(to: Value.self).pointee
    }
    let value = Value(start, count)
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    insert(
      Entry(
        type: ObjectIdentifier(type), name: name, value: UnsafeMutableRawPointer(memory), enumeration: type))
    return value
  }

  @inline(__always) private func place(_ type: ObjectIdentifier, _ name: Name) -> Int {
    let address = UInt64(UInt(bitPattern: type))
    let sum = name.first &+ name.last &* 0x9E37_79B9_7F4A_7C15 &+ address
    return Int(truncatingIfNeeded: (sum &* 0xD6E8_FEB8_6659_FD93) &>> 55) & (capacity &- 1)
  }

  private mutating func insert(_ entry: Entry) {
    guard let type = entry.type else { return }
    guard let entries else {
      begin(Self.smallest, entry.name)
      return insert(entry)
    }
    var place = place(type, entry.name)
    if entries[place].type != nil { place ^= 1 }
    if entries[place].type != nil, capacity < Self.largest {
      grow(entry.name)
      return insert(entry)
    }
    entries[place].free()
    entries[place] = entry
  }

  private mutating func begin(_ capacity: Int, _ name: Name) {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    // What stands here in the others is never looked at.
    let none = Entry(
      type: nil, name: name, value: UnsafeMutableRawPointer(entries), enumeration: nil)
    entries.initialize(repeating: none, count: capacity)
    self.entries = entries
    self.capacity = capacity
  }

  private mutating func grow(_ name: Name) {
    let (old, count) = (entries, capacity)
    begin(count * 4, name)
    guard let old else { return }
    for index in 0..<count { insert(old[index]) }
    old.deinitialize(count: count)
    old.deallocate()
  }
}

extension GraphQLEnum {
  fileprivate init(_ name: UnsafePointer<UInt8>, _ count: Int) {
    self.init(rawValue: String(decoding: UnsafeBufferPointer(start: name, count: count), as: UTF8.self))
  }

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
    if let name = plainText() { return enumValues.value(Value.self, name.start, name.count, in: base..<end) }
    return try readUnusualEnumeration()
  }

  /// Reads an enum value that is a member's.
  @inline(__always) mutating func readEnumerationMember<Value: GraphQLEnum>() throws -> Value {
    if let name = plainText() {
      // The member ends first: unspecialized code would copy a value that it has to keep meanwhile.
      try endMember()
      return enumValues.value(Value.self, name.start, name.count, in: base..<end)
    }
    return try readUnusualEnumerationMember()
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

  @inline(never) private mutating func readUnusualEnumerationMember<Value: GraphQLEnum>() throws -> Value {
    let value: Value = try readUnusualEnumeration()
    try endMember()
    return value
  }

  @inline(never) private mutating func readUnusualEnumeration<Value: GraphQLEnum>() throws -> Value {
    if let samples = decoder as? any SampleDecoding {
      return Value(rawValue: try samples.sampleName(of: Value.self))
    }
    return Value(rawValue: try readString(as: "enum value"))
  }
}
