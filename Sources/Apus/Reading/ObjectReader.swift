/// Hands the members of a JSON object, or of a `Decoder`'s keyed container, to an emitted type's `init(_reading:)`.
///
/// Emitted code asks for one member after the other, in the order of the selection, which is the order in which a
/// server answers. So a member is looked for where the last one ended; only when another stands there is the object
/// searched, each member being passed over once. Of members with one name, the first counts; only a type that reads a name
/// twice may find a repetition, which no server sends, the second time.
///
/// A ``GraphQLCodec`` uses the `read…` methods, which read the value that the reader stands on.
///
/// Speed and safety: the reader works on the caller's bytes, in place. Two facts keep every access inside them without a
/// comparison per byte. The text is trimmed of white space at its end, and its last byte is `}` or `]` (anything else is
/// a lone scalar and is copied with a zero behind it). No token but a closing bracket can take in that byte: numbers, literals
/// and white space stop at it, and strings, which would not, are scanned with the end in view. Whoever steps over a
/// closing bracket compares with the end.
public struct ObjectReader: ~Copyable {
  /// How many objects and lists may stand within one another, unless the caller says otherwise.
  ///
  /// More than this is not read, whatever the caller says: reading, writing, comparing and freeing what is nested deeper takes
  /// more of the stack than threads have.
  public static let defaultMaximumDepth = 512

  /// Where the reader stands.
  var p: UnsafePointer<UInt8>
  /// The object that the reader has entered.
  var frame: ObjectFrame
  /// The first byte of the text; equal to `end` when a decoder is behind the reader.
  let base: UnsafePointer<UInt8>
  /// The byte after the last.
  let end: UnsafePointer<UInt8>

  /// The memory with which the following begin; what needs more gets its own.
  let workspace: ReaderWorkspace

  /// The members met so far in each entered object: where each name's opening quote stands.
  var members: UnsafeMutablePointer<UnsafePointer<UInt8>>
  var memberCount = 0
  var memberCapacity: Int

  /// The objects around the one that is entered.
  var frames: UnsafeMutablePointer<ObjectFrame>
  var frameCount = 0
  var frameCapacity: Int

  /// The elements of the lists of objects that the reader is within.
  var elements: ElementStack

  /// The enum values that were read so far.
  var enumValues = EnumValues()

  /// Where a string with escapes is put together.
  var text: UnsafeMutablePointer<UInt8>
  var textCapacity: Int

  /// How many objects and lists the reader is within.
  var depth = 0
  let maximumDepth: Int

  /// How far the text is known to be valid, because it was passed over: there a value can be passed over again with less
  /// care. Values are known as a whole or not at all.
  var knownEnd: UnsafePointer<UInt8>
  var known: KnownContainers

  /// Whether a member's name was met that is written with escapes, and so must be compared with care.
  var hasEscapedNames = false

  /// The values of the variables that types ask for; nil where they are not known.
  var conditions: GraphQLConditions?
  /// Whether a fragment is read to see whether it is there.
  var isTrying = false
  /// Whether the text has members for fragments' properties; nil until somebody asks.
  var knownWrittenFragments: Bool?

  /// Whether a response is read, with the data in it.
  var isResponse = false
  /// What is known of the response's errors; nil where no type asks for them.
  var fieldErrors: FieldErrors?
  /// The response's errors, where they were read before the data.
  var responseErrors: [GraphQLError]?

  /// What stands behind the reader when there are no bytes: an object's members…
  var container: KeyedDecodingContainer<GraphQLKey>?
  /// …or, for a codec, one value.
  var decoder: (any Decoder)?

  private init(
    text: UnsafeRawBufferPointer, start: UnsafePointer<UInt8>, maximumDepth: Int, _ workspace: ReaderWorkspace
  ) {
    p = start
    base = start
    end = start + text.count
    knownEnd = start
    frame = ObjectFrame(start: start, fastEnd: start, firstMember: 0)
    self.workspace = workspace
    (members, memberCapacity) = workspace.members
    (frames, frameCapacity) = workspace.frames
    (self.text, textCapacity) = workspace.text
    elements = ElementStack(workspace.elements)
    known = KnownContainers(workspace.extents)
    self.maximumDepth = maximumDepth
  }

  private init() {
    // A zero that no token begins with. A string literal's bytes live as long as the program.
    let nothing: StaticString = "\0"
    self.init(
      text: UnsafeRawBufferPointer(start: nil, count: 0), start: nothing.utf8Start, maximumDepth: .max,
      .nothing)
  }

  /// A reader over the members of a decoder's keyed container.
  init(members container: KeyedDecodingContainer<GraphQLKey>, _ conditions: GraphQLConditions? = nil) {
    self.init()
    self.container = container
    self.conditions = conditions
  }

  /// A reader that stands on a decoder's value.
  init(value decoder: any Decoder) {
    self.init()
    self.decoder = decoder
  }

  deinit {
    var index = 0
    while index <= frameCount {
      (index == frameCount ? frame : frames[index]).names?.destroy()
      index += 1
    }
    known.deallocate()
    elements.deallocate()
    enumValues.deallocate()
    if text != workspace.text.0 { text.deallocate() }
    if members != workspace.members.0 { members.deallocate() }
    if frames != workspace.frames.0 { frames.deallocate() }
    workspace.deallocate()
  }

  /// Reads a whole JSON text: one value with nothing but white space around it.
  static func read<Value>(
    _ text: some Collection<UInt8>, maximumDepth: Int = defaultMaximumDepth,
    _ body: (inout ObjectReader) throws -> Value
  ) throws -> Value {
    let value = try text.withContiguousStorageIfAvailable { bytes in
      try read(bytes: UnsafeRawBufferPointer(bytes), maximumDepth, body)
    }
    return try value
      ?? Array(text).withUnsafeBytes { bytes in
        try read(bytes: bytes, maximumDepth, body)
      }
  }

  /// Reads a whole JSON text whose bytes the caller has at hand: that saves what finding them in a collection of an unknown type costs.
  static func read<Value>(
    bytes text: UnsafeRawBufferPointer, _ maximumDepth: Int,
    _ body: (inout ObjectReader) throws -> Value
  ) throws -> Value {
    var count = text.count
    while count > 0, isWhitespace(text[count - 1]) { count -= 1 }
    let trimmed = UnsafeRawBufferPointer(rebasing: text[..<count])
    let last = trimmed.last ?? 0
    if let bytes = trimmed.baseAddress, last == JSONByte.closeBrace || last == JSONByte.closeBracket {
      return try read(trimmed, at: bytes.assumingMemoryBound(to: UInt8.self), maximumDepth, body)
    }
    // A lone scalar, or no JSON at all: give it an end that stops every token.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    defer { copy.deallocate() }
    UnsafeMutableRawBufferPointer(start: copy, count: count).copyMemory(from: trimmed)
    copy[count] = 0
    return try read(UnsafeRawBufferPointer(start: copy, count: count), at: copy, maximumDepth, body)
  }

  private static func read<Value>(
    _ text: UnsafeRawBufferPointer, at start: UnsafePointer<UInt8>, _ maximumDepth: Int,
    _ body: (inout ObjectReader) throws -> Value
  ) throws -> Value {
    var reader = ObjectReader(
      text: text, start: start, maximumDepth: min(maximumDepth, defaultMaximumDepth),
      .make())
    // A byte order mark, which RFC 8259 (section 8.1) lets parsers ignore.
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { reader.p += 3 }
    reader.skipWhitespace()
    let value: Value
    do {
      value = try body(&reader)
    } catch let error as RequiredNull {
      throw reader.requiredNull(at: reader.base + error.offset)
    }
    reader.skipWhitespaceToEnd()
    guard reader.p == reader.end else { throw reader.invalid(expected: "the end of the text") }
    return value
  }

  /// Whether a decoder is behind the reader.
  @inline(__always) var isBacked: Bool { base == end && (container != nil || decoder != nil) }

  /// The decoder on whose value the reader stands.
  @inline(__always) var valueDecoder: (any Decoder)? { base == end ? decoder : nil }
}

/// An entered object. Trivial, so that entering and leaving are a few moves.
struct ObjectFrame {
  /// The first member's name, or the closing brace.
  var start: UnsafePointer<UInt8>
  /// As far as a member may be taken where the reader stands: the text's end; its start once a member was passed over,
  /// for then another of that name might have come first.
  var fastEnd: UnsafePointer<UInt8>
  /// Where to go on after a member that was read out of its turn.
  var resume: UnsafePointer<UInt8>?
  /// The members by name, when there are many.
  var names: UnsafeMutablePointer<MemberTable>?
  /// The first of the object's members in `ObjectReader.members`.
  var firstMember: Int
}
