/// A codec of the runtime that users can name in `apus.json`, and the scalars that it is usually for.
package struct KnownCodec {
  package let name: String
  /// The Swift type that it returns: the one whose entry in ``KnownSwiftType/table`` lists the codec.
  package internal(set) var type = ""
  /// Names of scalars with this format in common schemas: in lower case, without underscores.
  let scalars: [String]
  /// Parts of `@specifiedBy` URLs of scalars with this format.
  let specifications: [String]

  /// A codec in an entry of ``KnownSwiftType/table``.
  static func entry(
    _ name: String, scalars: [String] = [], specifications: [String] = []
  ) -> KnownCodec {
    KnownCodec(name: name, scalars: scalars, specifications: specifications)
  }
}

extension KnownCodec {
  /// Finds a codec by its name; nil if it is not in ``all``.
  ///
  /// - Parameter name: the codec's name, with or without its module and generic arguments.
  package init?(_ name: String) {
    guard let known = KnownCodec.all.first(where: { $0.name == KnownCodec.bareName(name) }) else {
      return nil
    }
    self = known
  }

  /// The codec for a scalar with a `@specifiedBy` URL (section 3.13.4); nil if the table does not have the specification.
  init?(specifiedBy url: String) {
    let address = url.lowercased()
    let known = KnownCodec.all.first { $0.specifications.contains { address.contains($0) } }
    guard let known else { return nil }
    self = known
  }

  /// Whether a codec's name has the form `GraphQL…Codec`, which is reserved for the runtime. Case and leading underscores do not matter.
  package static func isReserved(_ name: String) -> Bool {
    let name = bareName(name).lowercased().drop { $0 == "_" }
    return name.hasPrefix("graphql") && name.hasSuffix("codec")
  }

  /// The name without the runtime's module and without generic arguments.
  package static func bareName(_ name: String) -> String {
    let name = name.prefix { $0 != "<" }
    return String(name.hasPrefix("Apus.") ? name.dropFirst(5) : name)
  }

  package static let all: [KnownCodec] = KnownSwiftType.table.flatMap(\.knownCodecs)
}
