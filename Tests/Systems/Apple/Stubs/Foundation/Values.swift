// Apple's Foundation, as far as the package calls it: values. Where Apple's documentation names a system newer than macOS 10.10
// or iOS 8, the declaration says so.
@_exported import Darwin

public typealias TimeInterval = Double

public struct Data: Hashable, Sendable, Codable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias Element = UInt8

  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mappedIfSafe = ReadingOptions(rawValue: 1)
  }

  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public struct SearchOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public init?(base64Encoded: String, options: Base64DecodingOptions = []) { return nil }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
  public func range(of: Data, options: SearchOptions = [], in: Range<Int>? = nil) -> Range<Int>? { nil }

  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }

  public init() {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(_ buffer: UnsafeRawBufferPointer) {}
  public init<S>(buffer: UnsafeBufferPointer<S>) {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init(capacity: Int) {}
  public init(count: Int) {}
  public init(repeating: UInt8, count: Int) {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public mutating func append(_ other: Data) {}
  public mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {}
  public mutating func append(contentsOf bytes: [UInt8]) {}
  public mutating func reserveCapacity(_ capacity: Int) {}
  public mutating func removeAll(keepingCapacity: Bool = false) {}
  public mutating func replaceSubrange<C: Collection>(_ range: Range<Int>, with other: C)
  where C.Element == UInt8 {}
  public func range(of other: Data) -> Range<Int>? { nil }
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
  public static func + (left: Data, right: Data) -> Data { left }
}

public struct DateInterval: Hashable, Sendable {
  public var start: Date
  public var duration: TimeInterval
  public init(start: Date, duration: TimeInterval) { fatalError() }
}

public struct Date: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  public init() {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public static var now: Date { Date() }
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public var description: String { "" }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
  public static func + (date: Date, interval: TimeInterval) -> Date { date }
  public static func < (left: Date, right: Date) -> Bool { false }
}

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8
)

public struct UUID: Hashable, Sendable, Codable, CustomStringConvertible {
  public init() {}
  public init?(uuidString: String) {}
  public init(uuid: uuid_t) {}
  public var uuid: uuid_t { fatalError() }
  public var uuidString: String { "" }
  public var description: String { "" }
}

public struct Decimal: Hashable, Sendable, Codable, CustomStringConvertible {
  public init?(string: String, locale: Locale? = nil) {}
  public var description: String { "" }
}

public struct Locale: Hashable, Sendable { public init(identifier: String) {} }

public struct TimeZone: Hashable, Sendable {
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static var gmt: TimeZone { fatalError() }
  public init?(secondsFromGMT: Int) {}
  public init?(identifier: String) {}
}

public struct Calendar: Hashable, Sendable {
  public enum Identifier: Sendable { case gregorian, iso8601 }
  public enum Component: Sendable { case era, year, month, day, hour, minute, second, weekday }
  public init(identifier: Identifier) {}
  public var timeZone: TimeZone {
    get { fatalError() }
    set {}
  }
  public func component(_ component: Component, from date: Date) -> Int { 0 }
  public func date(from components: DateComponents) -> Date? { nil }
}

public struct DateComponents: Hashable, Sendable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil,
    month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
  ) {}
  public func isValidDate(in calendar: Calendar) -> Bool { false }
}

open class DateFormatter: NSObject {
  open var locale: Locale! {
    get { nil }
    set {}
  }
  open var timeZone: TimeZone! {
    get { nil }
    set {}
  }
  open var dateFormat: String! {
    get { nil }
    set {}
  }
  open func date(from: String) -> Date? { nil }
  open func string(from: Date) -> String { "" }
}
