/// Names that a global type cannot have, because code that refers to a type of Swift, Foundation or the user would find it instead.
struct ReservedNames {
  /// The types and codecs that `apus.json` assigns to scalars and fields, if they are imported. Others may be generated types themselves.
  private let bound: Set<String>

  init(_ options: GenerationOptions) {
    let bindings = Array(options.scalars.values) + Array(options.fields.values)
    bound = Set(
      bindings.filter { !$0.imports.isEmpty }.flatMap {
        SwiftNames.heads(ofType: $0.type) + [$0.codec].compactMap(\.self)
      })
  }

  /// The reason why a name is reserved, to follow "is"; nil if the name is free.
  func owner(of name: String) -> String? {
    ReservedNames.owner(of: name) ?? (bound.contains(name) ? "the Swift type of a scalar" : nil)
  }

  /// Types of the standard library that are not in ``KnownSwiftType/table``.
  private static let standardLibrary: Set<String> = [
    "Actor", "AnyHashable", "AnyObject", "Array", "AsyncSequence", "AsyncStream", "CancellationError",
    "CaseIterable", "Clock", "ClosedRange", "Codable", "CodingKey", "Collection", "Comparable", "Decodable",
    "Decoder", "Dictionary", "Duration", "Encodable", "Encoder", "Equatable", "Error", "Hashable", "Hasher",
    "Identifiable", "KeyPath", "MainActor", "Mirror", "Never", "Optional", "Range", "RawRepresentable",
    "Regex", "Result", "Sendable", "Sequence", "Set", "Slice", "StaticString", "Substring", "Task",
    "TaskGroup", "Unicode", "Void",
  ]

  /// Types of Foundation that are not in ``KnownSwiftType/table``, and `Foundation` itself: a type of that name would hide the module, so that
  /// `Foundation.Data` would not be found.
  private static let foundation: Set<String> = [
    "AttributedString", "Bundle", "DateFormatter", "FileManager", "Foundation", "JSONDecoder", "JSONEncoder",
    "Notification", "NotificationCenter", "NumberFormatter", "Predicate", "Process", "ProcessInfo",
    "Progress", "SortDescriptor", "Thread", "TimeInterval", "Timer", "URLQueryItem", "URLRequest",
    "URLResponse", "URLSession", "UserDefaults",
  ]

  /// The reason why a name is reserved, to follow "is"; nil if the name is free.
  static func owner(of name: String) -> String? {
    if name == NameSuffix.data { return "used by Foundation and for each operation's response" }
    let home = KnownSwiftType.home(of: name)
    if home == .swift || standardLibrary.contains(name) { return "used by Swift's standard library" }
    if home == .essentials || home == .foundation || foundation.contains(name) { return "used by Foundation" }
    return SwiftNames.reservedTypes.contains(name) ? "reserved in generated code" : nil
  }
}
