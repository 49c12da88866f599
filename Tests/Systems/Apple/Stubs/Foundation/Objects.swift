// Apple's Foundation, as far as the package calls it: objects, files, errors.
public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol { public init() {} }

open class NSLock: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func `try`() -> Bool { true }
}

open class NSRecursiveLock: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func `try`() -> Bool { true }
}

open class NSCondition: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  open func wait(until: Date) -> Bool { false }
  open func signal() {}
  open func broadcast() {}
}

open class Thread: NSObject, @unchecked Sendable {
  open class var current: Thread { fatalError() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open var name: String? {
    get { nil }
    set {}
  }
}

open class OperationQueue: NSObject, @unchecked Sendable {}

/// Objective-C's; Foundation exports it.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

public struct FileAttributeKey: Hashable, Sendable {
  public static let posixPermissions = FileAttributeKey()
  public static let size = FileAttributeKey()
  public static let type = FileAttributeKey()
}

public struct FileAttributeType: Hashable, Sendable {
  public static let typeRegular = FileAttributeType()
  public static let typeDirectory = FileAttributeType()
}

open class FileManager: NSObject, @unchecked Sendable {
  open class var `default`: FileManager { fatalError() }
  open var temporaryDirectory: URL { fatalError() }
  open func createFile(
    atPath: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  open func createDirectory(
    at: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func removeItem(at: URL) throws {}
  open func copyItem(atPath: String, toPath: String) throws {}
  open func fileExists(atPath: String) -> Bool { false }
  open func isWritableFile(atPath: String) -> Bool { false }
  open func destinationOfSymbolicLink(atPath: String) throws -> String { "" }
  open func attributesOfItem(atPath: String) throws -> [FileAttributeKey: Any] { [:] }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public convenience init(forReadingFrom: URL) throws { self.init() }
  public convenience init(forWritingTo: URL) throws { self.init() }
}

extension FileHandle {
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func read(upToCount: Int) throws -> Data? { nil }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func readToEnd() throws -> Data? { nil }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func offset() throws -> UInt64 { 0 }
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  @discardableResult
  public func seekToEnd() throws -> UInt64 { 0 }
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
  public func seek(toOffset: UInt64) throws {}
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
  public func synchronize() throws {}
  @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, *)
  public func write<Bytes>(contentsOf: Bytes) throws {}
  @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
  public func close() throws {}
}

extension Error { public var localizedDescription: String { "" } }

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public struct CocoaError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let fileNoSuchFile = Code(rawValue: 4)
    public static let fileReadNoSuchFile = Code(rawValue: 260)
    public static let fileWriteOutOfSpace = Code(rawValue: 640)
    public static let fileWriteUnknown = Code(rawValue: 512)
  }

  public init(_ code: Code) {}
  public var code: Code { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { [:] }
  @available(iOS 8.2, watchOS 2.0, tvOS 9.0, *)
  @available(macOS, unavailable)
  open func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {}
}
