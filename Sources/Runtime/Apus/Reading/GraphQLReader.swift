/// Reads JSON, or the value of any `Decoder`, and passes the members of objects to the `init(_reading:)` of generated
/// types.
///
/// Generated code reads the members in the order of the selection, which is also the order of a server's response. The
/// reader therefore looks for a member where the last one ended, and only searches the object if another member is
/// there, skipping each member once. If a name is repeated, the first member counts. Only a type that reads a name
/// twice may find a repetition, which no server sends, the second time.
///
/// A ``GraphQLCodec`` uses the `read…` methods, which read the current value:
/// ```swift
/// struct Price: Hashable, Sendable {
///   var cents: Int
/// }
///
/// enum PriceCodec: GraphQLCodec {
///   static func read(from reader: inout GraphQLReader) throws -> Price {
///     let string = try reader.readString()
///     guard let cents = Int(string) else { throw GraphQLScalarError(expected: "a price in cents") }
///     return Price(cents: cents)
///   }
///
///   static func write(_ price: Price, to writer: inout GraphQLWriter) throws { writer.writeString("\(price.cents)") }
/// }
/// ```
///
/// Speed and safety: the reader works in place on the caller's bytes. Two facts keep every access inside them without a
/// bounds check per byte. First, trailing white space is trimmed and the last byte of the text is `}` or `]` (anything
/// else is a lone scalar, which is copied with a zero after it). Second, no token but a closing bracket can include
/// that byte: numbers, literals and white space stop at it, and strings, which would not, are scanned with the end in
/// view. Code that skips a closing bracket compares with the end. Methods are `mutating` even if they change nothing,
/// because Swift may copy the whole reader to call a nonmutating one.
public struct GraphQLReader: ~Copyable {
  /// The default for the maximum nesting of objects and lists.
  ///
  /// Larger values count as this one: reading, writing, comparing and freeing more deeply nested values would take more
  /// stack than threads have.
  public static let defaultMaximumDepth = 512

  /// The position of the next byte to read.
  var p: UnsafePointer<UInt8>
  /// The object that the reader has entered.
  var frame: ObjectFrame
  /// The first byte of the text.
  let base: UnsafePointer<UInt8>
  /// The byte after the last one.
  let end: UnsafePointer<UInt8>

  /// The initial memory of the following properties, which allocate their own if they need more.
  let workspace = ReaderWorkspace()

  /// The members found so far in each entered object, as the addresses of their names' opening quotes.
  var members: UnsafeMutablePointer<UnsafePointer<UInt8>>
  var memberCount = 0
  var memberCapacity: Int

  /// The objects that enclose the entered one.
  var frames: UnsafeMutablePointer<ObjectFrame>
  var frameCount = 0
  var frameCapacity: Int

  /// The elements of the object lists that are being read.
  var elements: ElementStack

  /// The enum values read so far.
  var enumValues = EnumValues()

  /// A buffer for a string with escapes.
  var text: UnsafeMutablePointer<UInt8>
  var textCapacity: Int

  /// The number of objects and lists around the current position.
  var depth = 0
  let maximumDepth: Int

  /// The position up to which the text has been validated by skipping. Values before it can be skipped again with fewer
  /// checks. A value is either completely validated or not at all.
  var knownEnd: UnsafePointer<UInt8>
  var known: KnownContainers

  /// Whether a member's name with escapes was found, so that names must be compared carefully.
  var hasEscapedNames = false

  /// The values of variables that types need; nil if they are unknown.
  var conditions: _GraphQLConditions?
  /// Whether a fragment is being read on trial, to see whether it is present.
  var isTrying = false
  /// Whether the text has members for fragments' properties; nil until it is needed.
  var knownWrittenFragments: Bool?

  /// Whether a response is being read, including the data in it.
  var isResponse = false
  /// The response's errors, if they came before the data.
  var responseErrors: [GraphQLError]?
  /// The members of the response apart from its data; nil until they are needed.
  var responseEnd: ResponseEnd?
  /// The places of the response's errors; nil until they are needed.
  var errorPlaces: ErrorPlaces?
  /// Whether a null without an error breaks the schema's promise.
  var hasPromises = false

  /// The source if there are no bytes.
  var source: (any DecoderSource)?

  private init(
    text: UnsafeRawBufferPointer, start: UnsafePointer<UInt8>, maximumDepth: Int
  ) {
    p = start
    base = start
    end = start + text.count
    knownEnd = start
    frame = ObjectFrame(start: start, fastEnd: start, firstMember: 0)
    (members, memberCapacity) = workspace.members
    (frames, frameCapacity) = workspace.frames
    (self.text, textCapacity) = workspace.text
    elements = ElementStack(workspace.elements)
    known = KnownContainers(workspace.extents)
    self.maximumDepth = maximumDepth
  }

  /// A reader for a decoder's value.
  init(_ decoder: any Decoder) {
    // A zero, at which no token begins. A string literal's bytes live as long as the program.
    let nothing: StaticString = "\0"
    self.init(
      text: UnsafeRawBufferPointer(start: nil, count: 0), start: nothing.utf8Start, maximumDepth: .max)
    source = DecodedValue(decoder)
    knownWrittenFragments = true
    conditions = _GraphQLConditions(decoder.userInfo)
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

  /// Reads a whole JSON text: one value, surrounded by optional white space.
  static func read<Value>(
    _ text: some Collection<UInt8>, maximumDepth: Int = defaultMaximumDepth,
    _ body: (inout GraphQLReader) throws -> Value
  ) throws -> Value {
    let value = try text.withContiguousStorageIfAvailable { bytes in
      try read(bytes: UnsafeRawBufferPointer(bytes), maximumDepth, body)
    }
    return try value
      ?? Array(text).withUnsafeBytes { bytes in
        try read(bytes: bytes, maximumDepth, body)
      }
  }

  /// Reads a whole JSON text whose bytes are available, which saves finding them in a collection of unknown type.
  static func read<Value>(
    bytes text: UnsafeRawBufferPointer, _ maximumDepth: Int,
    _ body: (inout GraphQLReader) throws -> Value
  ) throws -> Value {
    var count = text.count
    while count > 0, isWhitespace(text[count - 1]) { count -= 1 }
    let trimmed = UnsafeRawBufferPointer(rebasing: text[..<count])
    let last = trimmed.last ?? 0
    if let bytes = trimmed.baseAddress, last == JSONByte.closeBrace || last == JSONByte.closeBracket {
      return try read(trimmed, at: bytes.assumingMemoryBound(to: UInt8.self), maximumDepth, body)
    }
    // A lone scalar, or not JSON at all: add an end that stops every token.
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    defer { copy.deallocate() }
    UnsafeMutableRawBufferPointer(start: copy, count: count).copyMemory(from: trimmed)
    copy[count] = 0
    return try read(UnsafeRawBufferPointer(start: copy, count: count), at: copy, maximumDepth, body)
  }

  private static func read<Value>(
    _ text: UnsafeRawBufferPointer, at start: UnsafePointer<UInt8>, _ maximumDepth: Int,
    _ body: (inout GraphQLReader) throws -> Value
  ) throws -> Value {
    var reader = GraphQLReader(
      text: text, start: start, maximumDepth: min(maximumDepth, defaultMaximumDepth))
    // A byte order mark, which RFC 8259 (section 8.1) allows parsers to ignore.
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
}

/// An entered object. It is a trivial type, so that entering and leaving take only a few moves.
struct ObjectFrame {
  /// The first member's name, or the closing brace.
  var start: UnsafePointer<UInt8>
  /// The limit up to which the next member may be used directly. It is the end of the text until a member is skipped,
  /// and then the object's start, because an earlier member may have the same name.
  var fastEnd: UnsafePointer<UInt8>
  /// The position at which to continue after a member that was read out of order.
  var resume: UnsafePointer<UInt8>?
  /// The members by name, if there are many.
  var names: UnsafeMutablePointer<MemberTable>?
  /// The index of the object's first member in `GraphQLReader.members`.
  var firstMember: Int
}
