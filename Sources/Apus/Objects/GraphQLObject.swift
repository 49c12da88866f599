/// A generated type: an object in a response, an input object, or an operation's variables.
///
/// Generated types implement `init(_reading:)` and `_write(to:)`. Everything else is implemented here once: `Codable`,
/// hashing, and `init(json:)` and ``json()``. Only `==` is synthesized by Swift for each type.
nonisolated public protocol GraphQLObject: Codable, Hashable, Sendable {
  /// Reads the members of the object that the reader has entered.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` if the reader reads from a `Decoder`.
  init(_reading reader: inout ObjectReader) throws

  /// Writes the members of the object that the writer has opened.
  func _write(to writer: inout ObjectWriter)

  /// Whether two objects are equal, given their addresses. The runtime uses this for elements of lists.
  static func _areEqual(at first: UnsafePointer<Self>, _ second: UnsafePointer<Self>) -> Bool

  /// Writes the members of an object, given its address. The runtime uses this for elements of lists.
  static func _write(at object: UnsafePointer<Self>, to writer: inout ObjectWriter)
}

// Compiled for each type in its own module, where comparing or writing an object does not copy it. The runtime's
// unspecialized code would copy it first, retaining and releasing every string and list inside.
extension GraphQLObject {
  @inlinable public static func _areEqual(at first: UnsafePointer<Self>, _ second: UnsafePointer<Self>)
    -> Bool
  {
    first.pointee == second.pointee
  }

  @inlinable public static func _write(at object: UnsafePointer<Self>, to writer: inout ObjectWriter) {
    object.pointee._write(to: &writer)
  }
}

extension GraphQLObject {
  /// Reads the current value as an object.
  init(_readingValue reader: inout ObjectReader) throws {
    if let decoder = reader.valueDecoder {
      self = try Self(from: decoder)
      return
    }
    try reader.enterObject()
    try self.init(_reading: &reader)
    try reader.leaveObject()
  }

  /// Writes the object at the current position.
  func _writeValue(to writer: inout ObjectWriter) {
    let outer = writer.openObject()
    _write(to: &writer)
    writer.closeObject(outer)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: GraphQLKey.self)
    do {
      var reader = ObjectReader(members: container, GraphQLConditions(decoder.userInfo))
      self = try Self(_reading: &reader)
    } catch is RequiredNull where decoder.codingPath.isEmpty {
      throw DecodingError.valueNotFound(
        Self.self,
        .init(
          codingPath: [], debugDescription: "A field within is required, and null, with no nullable parent."))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var writer = ObjectWriter(members: encoder.container(keyedBy: GraphQLKey.self))
    _write(to: &writer)
    try writer.finish()
  }

  // There is no `==` here, because Swift synthesizes one for each type from its stored properties. One for all types
  // would have to use `_write(to:)` with two calls per member, and was 2 to 100 times slower.

  /// Hashes what `_write(to:)` writes: objects with equal properties write equal members.
  public func hash(into hasher: inout Hasher) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ObjectWriter.collectedHashBytes) { buffer in
      var writer = ObjectWriter(hasher: hasher, collectingIn: buffer)
      _write(to: &writer)
      writer.hashCollected()
      hasher = writer.hasher
    }
  }

  /// Otherwise Swift would synthesize one for each type.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}
