/// An object of a response, an input object, or an operation's variables: what the compiler emits a type for.
///
/// An emitted type has `init(_reading:)` and `_write(to:)`; the rest is implemented here, once: `Codable` in both
/// directions, hashing, and `init(json:)` with ``json()``. Only `==` is Swift's own for each type.
nonisolated public protocol GraphQLObject: Codable, Hashable, Sendable {
  /// Reads the members of the object that the reader has entered.
  ///
  /// - Throws: ``GraphQLDecodingError``, or a `DecodingError` when the reader is backed by a `Decoder`.
  init(_reading reader: inout ObjectReader) throws

  /// Writes the members of the object that the writer has opened.
  func _write(to writer: inout ObjectWriter)

  /// Whether two objects are equal where they are stored. The runtime asks for the elements of lists.
  static func _areEqual(at first: UnsafePointer<Self>, _ second: UnsafePointer<Self>) -> Bool

  /// Writes the members of an object where it is stored. The runtime asks for the elements of lists.
  static func _write(at object: UnsafePointer<Self>, to writer: inout ObjectWriter)
}

// Compiled for each type, in its own module: there an object is not copied to be compared or written. Code of the runtime, which
// knows no type, would copy it first, with a retain and a release for each text and list in it.
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
  /// Reads the object that the reader stands on.
  init(_readingValue reader: inout ObjectReader) throws {
    if let decoder = reader.valueDecoder {
      self = try Self(from: decoder)
      return
    }
    try reader.enterObject()
    try self.init(_reading: &reader)
    try reader.leaveObject()
  }

  /// Writes the object where the writer stands.
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

  // No `==`: Swift makes one for each type, of its stored properties. One for all types would have to go by `_write(to:)`,
  // two calls for each member, and was 2 to 100 times slower.

  /// Feeds what `_write(to:)` writes to the hasher: objects of equal properties write equal members.
  public func hash(into hasher: inout Hasher) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ObjectWriter.collectedHashBytes) { buffer in
      var writer = ObjectWriter(hasher: hasher, collectingIn: buffer)
      _write(to: &writer)
      writer.hashCollected()
      hasher = writer.hasher
    }
  }

  /// Swift would make one for each type.
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}
