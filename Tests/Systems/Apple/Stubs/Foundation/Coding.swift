// Apple's Foundation, as far as the package calls it: JSON.
open class JSONDecoder: @unchecked Sendable {
  public init() {}
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    fatalError()
  }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, *)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }

  public init() {}
  open var outputFormatting: OutputFormatting {
    get { [] }
    set {}
  }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}
