/// An exact JSON number: `9007199254740993`, `0.1` and `1e400` lose no precision.
///
/// Numbers with the same value are equal however they are written: `1`, `1.0`, `10e-1`.
///
/// ```swift
/// let number = GraphQLNumber("9007199254740993")
/// print(number?.int ?? 0, number?.double ?? 0)
/// ```
public struct GraphQLNumber: Sendable {
  /// Most numbers are integers. For any other, the text is kept.
  private enum Storage: Sendable {
    case integer(Int64)
    case text(String)
  }
  private let storage: Storage

  /// Creates an integer of any size.
  public init(_ integer: some BinaryInteger) {
    if let integer = Int64(exactly: integer) {
      storage = .integer(integer)
    } else {
      storage = .text("\(integer)")
    }
  }

  /// Creates the shortest decimal that identifies this `Double`; nil if it is not finite.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    if let integer = Int64(exactly: double), double != 0 || double.sign == .plus {
      storage = .integer(integer)
    } else {
      storage = .text(double.description)
    }
  }

  /// Parses a number in JSON syntax; nil if the text is anything else.
  public init?(_ text: String) {
    // A number ends in a digit, and white space around it is not part of its syntax.
    guard let first = text.utf8.first, GraphQLReader.startsNumber(first),
      let last = text.utf8.last, last &- JSONByte.zero <= 9,
      let number = try? GraphQLReader.read(text.utf8, { reader in try reader.readNumber() })
    else { return nil }
    self = number
  }

  /// - Parameter text: a number whose syntax has been validated.
  init(checked text: UnsafeBufferPointer<UInt8>, isInteger: Bool) {
    let text = String(decoding: text, as: UTF8.self)
    if isInteger, let integer = Int64(text), integer != 0 || text == "0" {
      storage = .integer(integer)
    } else {
      storage = .text(text)
    }
  }

  /// The number as an integer; nil if it has a fraction or does not fit.
  public var int: Int? { integer(Int.self) }

  /// Returns the number as an integer of this type; nil if it has a fraction or does not fit.
  public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    switch storage {
    case .integer(let integer): Integer(exactly: integer)
    case .text: digits.exactly(type)
    }
  }

  /// The nearest `Double`; nil if the number is out of range.
  public var double: Double? {
    switch storage {
    case .integer(let integer): Double(integer)
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The digits of an integer; nil if the number has a fraction or more digits than a `Decimal`.
  var integerText: String? { digits.integerText }

  private var digits: DecimalDigits {
    var text = description
    return text.withUTF8 { DecimalDigits($0) }
  }
}

extension GraphQLNumber: CustomStringConvertible {
  /// The number in JSON syntax.
  public var description: String {
    switch storage {
    case .integer(let integer): String(integer)
    case .text(let text): text
    }
  }
}

extension GraphQLNumber: Hashable {
  public static func == (a: GraphQLNumber, b: GraphQLNumber) -> Bool {
    if case .integer(let a) = a.storage, case .integer(let b) = b.storage { return a == b }
    return a.digits == b.digits
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(digits) }
}

extension GraphQLNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Creates a number from a literal, which is always finite.
  public init(floatLiteral value: Double) { self = GraphQLNumber(value) ?? 0 }
}
