/// Names that no type outside all others has: code that names Swift's, Foundation's or the user's own type would get this one instead.
struct ReservedNames {
  /// The imported types and codecs that the configuration gives to scalars. One that is not imported may be a generated type.
  private let bound: Set<String>

  init(_ options: GenerationOptions) {
    let bindings = Array(options.scalars.values) + Array(options.fields.values)
    bound = Set(
      bindings.filter { !$0.imports.isEmpty }.flatMap {
        SwiftNames.heads(ofType: $0.type) + [$0.codec].compactMap(\.self)
      })
  }

  /// The owner of a reserved name, in words; nil for a name that is free.
  func owner(of name: String) -> String? {
    ReservedNames.owner(of: name) ?? (bound.contains(name) ? "that of a scalar's Swift type" : nil)
  }

  /// The name of each operation's response, and names with a meaning in Swift's syntax.
  private static let language: Set<String> = SwiftNames.reservedTypes.union(["Data"])

  private static let standardLibrary: Set<String> = [
    "Actor", "AnyHashable", "AnyObject", "Array", "AsyncSequence", "AsyncStream", "Bool", "CancellationError",
    "CaseIterable", "Character", "Clock", "ClosedRange", "Codable", "CodingKey", "Collection", "Comparable",
    "Decodable", "Decoder", "Dictionary",
    "Double",
    "Duration", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable", "Hasher", "Identifiable",
    "Int", "Int8",
    "Int16", "Int32", "Int64", "KeyPath", "MainActor", "Mirror", "Never", "Optional", "Range",
    "RawRepresentable", "Regex", "Result",
    "Sendable", "Sequence", "Set", "Slice", "StaticString", "String", "Substring", "Task", "TaskGroup",
    "UInt", "UInt8",
    "UInt16", "UInt32", "UInt64", "Unicode", "Void",
  ]

  private static let foundation: Set<String> = [
    "AttributedString", "Bundle", "Calendar", "CharacterSet", "Date", "DateComponents", "DateFormatter",
    "DateInterval",
    // The module: `Foundation.Data` would name a member of the type.
    "Decimal", "FileManager", "Foundation", "IndexPath", "IndexSet", "JSONDecoder", "JSONEncoder", "Locale",
    "Measurement",
    "Notification", "NotificationCenter", "NumberFormatter", "Predicate", "Process", "ProcessInfo",
    "Progress", "SortDescriptor", "Thread",
    "TimeInterval", "TimeZone", "Timer", "URL", "URLComponents", "URLQueryItem", "URLRequest", "URLResponse",
    "URLSession",
    "UUID", "UserDefaults",
  ]

  /// The owner of a reserved name, in words; nil for a name that is free.
  static func owner(of name: String) -> String? {
    if standardLibrary.contains(name) { return "Swift's own" }
    if foundation.contains(name) { return "Foundation's" }
    if name == "Data" { return "that of Foundation, and of each operation's response" }
    return language.contains(name) ? "reserved in generated code" : nil
  }
}
