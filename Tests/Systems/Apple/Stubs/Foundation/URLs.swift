// Apple's Foundation, as far as the package calls it: addresses and the characters in them.
public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Nil for spaces and for characters outside of ASCII before macOS 14 and iOS 17.
  public init?(string: String) {}
  public init?(string: String, relativeTo: URL?) {}
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public init(fileURLWithPath: String) {}
  public init(fileURLWithPath: String, isDirectory: Bool) {}
  public init(fileURLWithPath: String, relativeTo: URL?) {}
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public init(filePath: String) {}
  public var absoluteString: String { "" }
  public var absoluteURL: URL { self }
  public var isFileURL: Bool { false }
  public var scheme: String? { nil }
  public var host: String? { nil }
  public var port: Int? { nil }
  public var user: String? { nil }
  public var password: String? { nil }
  public var query: String? { nil }
  public var fragment: String? { nil }
  public var path: String { "" }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var description: String { "" }
  public func appendingPathComponent(_ component: String) -> URL { self }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
  public func appendingPathExtension(_ pathExtension: String) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func appending<S: StringProtocol>(path: S) -> URL { self }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func path(percentEncoded: Bool = true) -> String { "" }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func host(percentEncoded: Bool = true) -> String? { nil }
}

public struct URLResourceValues {
  public init() {}
  public var isExcludedFromBackup: Bool? {
    get { nil }
    set {}
  }
}

public struct URLComponents: Hashable, Sendable {
  public init() {}
  public init?(string: String) {}
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init?(string: String, encodingInvalidCharacters: Bool) {}
  public init?(url: URL, resolvingAgainstBaseURL: Bool) {}
  public var scheme: String?
  public var host: String?
  public var port: Int?
  public var user: String?
  public var password: String?
  public var path: String = ""
  public var query: String?
  public var fragment: String?
  public var percentEncodedPath: String = ""
  public var percentEncodedQuery: String?
  public var percentEncodedHost: String?
  public var string: String? { nil }
  public var url: URL? { nil }
}

public struct CharacterSet: Hashable, Sendable {
  public init() {}
  public init(charactersIn: String) {}
  public static let urlQueryAllowed = CharacterSet()
  public static let urlPathAllowed = CharacterSet()
  public static let urlFragmentAllowed = CharacterSet()
  public static let urlHostAllowed = CharacterSet()
  public static let alphanumerics = CharacterSet()
  public static let whitespaces = CharacterSet()
  public static let whitespacesAndNewlines = CharacterSet()
  public func union(_ other: CharacterSet) -> CharacterSet { self }
  public func subtracting(_ other: CharacterSet) -> CharacterSet { self }
  public mutating func insert(charactersIn: String) {}
  public mutating func remove(charactersIn: String) {}
}

extension StringProtocol {
  public func contains<Other: StringProtocol>(_ other: Other) -> Bool { false }
  public func components<Separator: StringProtocol>(separatedBy: Separator) -> [String] { [] }
  public func addingPercentEncoding(withAllowedCharacters: CharacterSet) -> String? { nil }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func replacingOccurrences<Target: StringProtocol, Replacement: StringProtocol>(
    of target: Target, with replacement: Replacement
  ) -> String { "" }
  public var removingPercentEncoding: String? { nil }
}

extension String {
  public struct Encoding: Hashable, Sendable { public static let utf8 = Encoding() }
  public init(contentsOf: URL, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { return nil }
  public func data(using: Encoding) -> Data? { nil }
}
