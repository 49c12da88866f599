/// Takes the members of an emitted object from its `_write(to:)`, and makes JSON of them, hands them to an `Encoder`, or feeds
/// them to a `Hasher`.
///
/// A ``GraphQLCodec`` uses the `write…` methods that take no key, which write the value where the writer stands. None of the
/// methods throws: what cannot be written is reported when the whole is there, so that emitted code needs no branch for it.
public struct ObjectWriter: ~Copyable {
  /// What becomes of the members.
  enum Destination { case json, encoder, hasher }
  let destination: Destination

  /// The JSON so far, or the numbers that the hasher has yet to get.
  var bytes: UnsafeMutablePointer<UInt8>
  var count = 0
  var capacity: Int

  /// Where the open object's first member begins in `bytes`.
  var objectStart = 0

  var hasher = Hasher()

  /// The first thing that could not be written.
  private(set) var failure: (any Error)?

  // Behind the others: its size is known when the program runs, and so is where all that follows stands.

  /// An encoder's object…
  var container: KeyedEncodingContainer<GraphQLKey>?
  /// …or, for a codec, the place of one value.
  var encoder: (any Encoder)?

  /// A writer of JSON.
  init() {
    destination = .json
    capacity = 1024
    bytes = .allocate(capacity: capacity)
  }

  /// A writer that stores no bytes.
  private init(_ destination: Destination) {
    self.destination = destination
    capacity = 0
    // Never written to.
    let nothing: StaticString = ""
    bytes = UnsafeMutablePointer(mutating: nothing.utf8Start)
  }

  /// A writer that hands members to an encoder's keyed container.
  init(members container: KeyedEncodingContainer<GraphQLKey>) {
    self.init(.encoder)
    self.container = container
  }

  /// A writer that stands at an encoder's value.
  init(value encoder: any Encoder) {
    self.init(.encoder)
    self.encoder = encoder
  }

  /// A writer that feeds a hasher.
  ///
  /// - Parameter buffer: where numbers are collected: eight bytes at least. It outlives the writer.
  init(hasher: Hasher, collectingIn buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.init(.hasher)
    self.hasher = hasher
    guard let start = buffer.baseAddress else { return }
    (bytes, capacity) = (start, buffer.count)
  }

  deinit { if destination == .json { bytes.deallocate() } }

  /// Keeps an error for the end.
  mutating func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Ends the writing.
  ///
  /// - Throws: the first thing that could not be written, such as an `EncodingError`.
  func finish() throws {
    if let failure { throw failure }
  }

  /// Gives the JSON.
  ///
  /// - Throws: what ``finish()`` throws.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) throws -> Result {
    try finish()
    return body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Makes room, so that the next `length` bytes can be stored without a look at the capacity.
  @inline(__always) mutating func reserve(_ length: Int) {
    if capacity &- count < length { grow(length) }
  }

  @inline(never) private mutating func grow(_ length: Int) {
    let grownCapacity = max(capacity * 2, count + length)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: grownCapacity)
    grown.moveInitialize(from: bytes, count: count)
    bytes.deallocate()
    bytes = grown
    capacity = grownCapacity
  }

  /// Stores a byte for which room was made.
  @inline(__always) mutating func store(_ byte: UInt8) {
    bytes[count] = byte
    count &+= 1
  }

  /// Stores a name or a number, most of which are short. The caller has made room for it.
  @inline(__always) mutating func store(_ source: UnsafePointer<UInt8>, _ length: Int) {
    let (source, target) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(bytes + count))
    if length > 16 {
      target.copyMemory(from: source, byteCount: length)
    } else if length >= 8 {
      // Twice eight bytes, which may overlap.
      let (first, last) = (ObjectReader.word(source, 0), ObjectReader.word(source, length &- 8))
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
