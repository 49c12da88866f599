/// A codec of the runtime, and the Swift type that it returns.
package struct KnownCodec {
  package let name: String
  /// The type; nil if it depends on the codec's generic argument.
  package let type: String?

  /// - Parameter name: the codec's name, with or without its module and generic arguments.
  package init?(_ name: String) {
    guard let known = KnownCodec.all.first(where: { $0.name == KnownCodec.bareName(name) }) else {
      return nil
    }
    self = known
  }

  private init(_ name: String, _ type: String?) { (self.name, self.type) = (name, type) }

  /// Whether a codec's name says that it is one of the runtime's.
  package static func isReserved(_ name: String) -> Bool {
    let name = bareName(name).lowercased()
    return name.hasPrefix("graphql") && name.hasSuffix("codec")
  }

  /// The name without the runtime's module and without generic arguments.
  package static func bareName(_ name: String) -> String {
    let name = name.prefix { $0 != "<" }
    return String(name.hasPrefix("Apus.") ? name.dropFirst(5) : name)
  }

  package static let all: [KnownCodec] = [
    KnownCodec("GraphQLDateTimeCodec", "Date"),
    KnownCodec("GraphQLEpochSecondsCodec", "Date"),
    KnownCodec("GraphQLUUIDCodec", "UUID"),
    KnownCodec("GraphQLURLCodec", "URL"),
    KnownCodec("GraphQLDecimalCodec", "Decimal"),
    KnownCodec("GraphQLDecimalStringCodec", "Decimal"),
    KnownCodec("GraphQLInt64StringCodec", "Int64"),
    KnownCodec("GraphQLIDCodec", "String"),
    KnownCodec("GraphQLPresentCodec", "GraphQLValue"),
    KnownCodec("GraphQLIdentifierCodec", nil),
    KnownCodec("GraphQLLeafCodec", nil),
    KnownCodec("GraphQLCodableCodec", nil),
    KnownCodec("GraphQLObjectCodec", nil),
    KnownCodec("GraphQLInputCodec", nil),
    KnownCodec("GraphQLListCodec", nil),
    KnownCodec("GraphQLOptionalCodec", nil),
    KnownCodec("GraphQLThrowingCodec", nil),
    KnownCodec("GraphQLSemanticNonNullCodec", nil),
    KnownCodec("GraphQLRequiredCodec", nil),
    KnownCodec("GraphQLRequiredByParentCodec", nil),
    KnownCodec("GraphQLNilWithinCodec", nil),
    KnownCodec("GraphQLCatchingCodec", nil),
  ]
}
