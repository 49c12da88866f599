/// Receives the members of a generated object from its `_write(to:)`, and writes JSON, passes them to an `Encoder`, or
/// hashes them.
///
/// A ``GraphQLCodec`` uses the `write…` methods without a key, which write the value at the current position:
/// ```swift
/// enum CentsCodec: GraphQLCodec {
///   static func read(from reader: inout GraphQLReader) throws -> Int { try reader.readInt() }
///
///   static func write(_ cents: Int, to writer: inout GraphQLWriter) throws { writer.writeInt(cents) }
/// }
/// ```
/// These methods do not throw: errors are reported at the end, so that generated code needs no branches for them.
public struct GraphQLWriter: ~Copyable {
  /// The purpose that members are written for.
  enum Destination { case json, encoder, hasher }
  let destination: Destination

  /// The JSON so far.
  var bytes: UnsafeMutablePointer<UInt8>
  var count = 0
  var capacity: Int

  /// The offset in `bytes` of the open object's first member.
  var objectStart = 0

  var hasher = Hasher()

  /// The numbers that the hasher has not got yet, as one word.
  var folded: UInt64 = 0

  /// Whether ``writes(_:)`` is true for nil.
  @usableFromInline let writesNil: Bool

  /// The first error, which is thrown at the end.
  private(set) var failure: (any Error)?

  // These come last: their size is only known at run time, and so would be the offsets of properties after them.

  /// The encoder to write to, if there is one.
  var encoder: (any Encoder)?
  /// Its open object.
  var container: KeyedEncodingContainer<GraphQLKey>?

  /// A writer of JSON.
  ///
  /// - Parameter writesNil: whether conditional nullable fields that are nil are written.
  init(writesNil: Bool = true) {
    destination = .json
    self.writesNil = writesNil
    capacity = 1024
    bytes = .allocate(capacity: capacity)
  }

  /// A writer that stores no bytes.
  private init(_ destination: Destination) {
    self.destination = destination
    writesNil = true
    capacity = 0
    // Never written to.
    let nothing: StaticString = ""
    bytes = UnsafeMutablePointer(mutating: nothing.utf8Start)
  }

  /// A writer for an encoder's value.
  init(_ encoder: any Encoder) {
    self.init(.encoder)
    self.encoder = encoder
  }

  /// A writer for a hasher.
  init(hasher: Hasher) {
    self.init(.hasher)
    self.hasher = hasher
    folded = Self.hashSeed
  }

  deinit { if destination == .json { bytes.deallocate() } }

  /// Records an error, which is thrown at the end.
  mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Ends writing.
  ///
  /// - Throws: the first error, such as an `EncodingError`.
  func finish() throws {
    if let failure { throw failure }
  }

  /// Passes the JSON to a function.
  ///
  /// - Throws: the first error, such as an `EncodingError`.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) throws -> Result {
    try finish()
    return body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Makes room for the next `length` bytes, so that they can be stored without checking the capacity.
  @inline(__always) mutating func reserve(_ length: Int) {
    if capacity &- count < length { grow(length) }
  }

  @inline(never) private mutating func grow(_ length: Int) {
    capacity = max(capacity * 2, count + length)
    bytes.grow(count, to: capacity)
  }

  /// Stores a byte. The caller has reserved room for it.
  @inline(__always) mutating func store(_ byte: UInt8) {
    bytes[count] = byte
    count &+= 1
  }

  /// Stores a name or a number, most of which are short. The caller has reserved room for it.
  @inline(__always) mutating func store(_ source: UnsafePointer<UInt8>, _ length: Int) {
    let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(bytes + count))
    if length > 16 {
      target.copyMemory(from: source, byteCount: length)
    } else if length >= 8 {
      // Two groups of eight bytes, which may overlap.
      let (first, last) = (GraphQLReader.word(source, 0), GraphQLReader.word(source, length &- 8))
      target.storeBytes(of: first, as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: length &- 8, as: UInt64.self)
    } else {
      var index = 0
      while index < length {
        target.storeBytes(
          of: source.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
        index &+= 1
      }
    }
    count &+= length
  }

  @inline(__always) mutating func store(_ text: StaticString) {
    store(text.utf8Start, text.utf8CodeUnitCount)
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    store(byte)
  }
}
