/// A type of Swift, Foundation or this package that a scalar can have. ``table`` lists them.
///
/// All other types are the user's. Only Swift can check that they exist.
package struct KnownSwiftType {
  /// The library that declares a type.
  package enum Home {
    case swift, runtime, client
    /// The part of Foundation that is the separate module `FoundationEssentials` on Linux.
    case essentials
    /// The rest of Foundation.
    case foundation
  }

  package let name: String
  package let home: Home
  /// A description of the JSON that the type's `Codable` conformance expects, if servers do not send that: "the number of seconds since 2001".
  package let unusualForm: String?
  /// The codecs that return the type.
  let knownCodecs: [KnownCodec]
  /// Names that schemas give to a scalar whose type needs no codec, in lower case and without underscores.
  let scalars: [String]

  /// The module to import; nil if every generated file imports it.
  package var module: String? {
    switch home {
    case .swift, .runtime: nil
    case .client: "ApusClient"
    case .essentials, .foundation: "Foundation"
    }
  }

  /// The names of the codecs that return the type.
  package var codecs: [String] { knownCodecs.map(\.name) }

  /// Finds a type by its name; nil if it is not in ``table``.
  ///
  /// - Parameter name: the type's name, with or without its module.
  package init?(_ name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, let known = KnownSwiftType.all[last] else { return nil }
    guard parts.count == 1 || parts.count == 2 && known.isDeclared(in: parts[0]) else { return nil }
    self = known
  }

  /// An entry of ``table``.
  init(
    _ name: String, _ home: Home, unusualForm: String? = nil, codecs: [KnownCodec] = [],
    scalars: [String] = []
  ) {
    (self.name, self.home, self.unusualForm) = (name, home, unusualForm)
    knownCodecs = codecs.map { codec in
      var codec = codec
      codec.type = name
      return codec
    }
    self.scalars = scalars
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

  private static let all = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

  /// The library that declares an unqualified type; nil for the user's types.
  static func home(of name: String) -> Home? { all[name]?.home }
}

extension KnownSwiftType {
  /// The names in a Swift type, each with its module if it is qualified: `[Date: Money.Unit]` has `Date` and `Money.Unit`.
  package static func names(in type: String) -> [String] {
    type.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.map(String.init)
  }
}
