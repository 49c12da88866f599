/// A type of Swift, Foundation or this package that a scalar can be. The only list of them: where each is declared, the codecs that
/// return it, and whether servers send its own `Codable` form.
///
/// A type that is not listed is the user's. Only Swift can check that it exists.
package struct KnownSwiftType {
  /// Where a type is declared.
  package enum Home {
    case swift, runtime, client
    /// The part of Foundation that is a module of its own on Linux.
    case essentials
    /// The rest of Foundation.
    case foundation
  }

  package let name: String
  package let home: Home
  /// The `Codable` form, if it is not what servers send: "seconds since 2001".
  package let unusualForm: String?

  /// The module to import; nil if every generated file imports it.
  package var module: String? {
    switch home {
    case .swift, .runtime: nil
    case .client: "ApusClient"
    case .essentials, .foundation: "Foundation"
    }
  }

  /// The codecs that return the type.
  package var codecs: [String] {
    KnownCodec.all.filter { $0.type == name }.map(\.name)
  }

  /// - Parameter name: the type's name, with or without its module.
  package init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, let known = KnownSwiftType.all[last] else { return nil }
    guard parts.count == 1 || parts.count == 2 && known.isDeclared(in: parts[0]) else { return nil }
    self = known
  }

  private init(_ name: String, _ home: Home, _ unusualForm: String? = nil) {
    (self.name, self.home, self.unusualForm) = (name, home, unusualForm)
  }

  private func isDeclared(in module: String) -> Bool {
    switch home {
    case .swift: module == "Swift"
    case .runtime: module == "Apus"
    case .client: module == "ApusClient"
    case .essentials: module == "Foundation" || module == "FoundationEssentials"
    case .foundation: module == "Foundation"
    }
  }

  private static let all: [String: KnownSwiftType] = {
    let swift = [
      "String", "Character", "Bool", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
      "UInt8",
      "UInt16", "UInt32", "UInt64",
    ]
    let object = "an object with Foundation's own members"
    let types =
      swift.map { KnownSwiftType($0, .swift) } + [
        KnownSwiftType("GraphQLValue", .runtime),
        KnownSwiftType("GraphQLUpload", .client),
        KnownSwiftType("Data", .essentials),
        KnownSwiftType("Date", .essentials, "a number, the seconds since 2001"),
        KnownSwiftType("Decimal", .essentials),
        KnownSwiftType("URL", .essentials),
        KnownSwiftType("UUID", .essentials),
        KnownSwiftType("Calendar", .essentials, object),
        KnownSwiftType("DateComponents", .essentials, object),
        KnownSwiftType("Locale", .essentials, object),
        KnownSwiftType("TimeZone", .essentials, object),
        KnownSwiftType("CharacterSet", .foundation, object),
        KnownSwiftType("DateInterval", .foundation, object),
        KnownSwiftType("IndexPath", .foundation, object),
        KnownSwiftType("IndexSet", .foundation, object),
        KnownSwiftType("Measurement", .foundation, object),
        KnownSwiftType("PersonNameComponents", .foundation, object),
        KnownSwiftType("URLComponents", .foundation, object),
      ]
    return Dictionary(uniqueKeysWithValues: types.map { ($0.name, $0) })
  }()
}

extension KnownSwiftType {
  /// The names in a Swift type, each with its module if it is qualified: `[Date: Money.Unit]` has `Date` and `Money.Unit`.
  package static func names(in type: String) -> [String] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
  }
}
