import ApusSource

/// A Swift type and a codec to suggest for a scalar without a binding, based on its name: many schemas call such a scalar `DateTime`, for example.
///
/// The name does not define the JSON format, so the binding is only suggested and never applied.
package struct ScalarSuggestion {
  private let scalar: String
  /// The suggested Swift type.
  package let type: String
  /// The suggested codec; nil if the type's `Codable` conformance reads the usual format.
  package let codec: String?
  /// The type's module, to show in the suggestion. It is not required there: modules of known types are imported anyway.
  package var module: String? { KnownSwiftType(type)?.module }

  /// The suggested value under `scalars` in `apus.json`.
  package var binding: JSONOutput {
    var members: [(name: String, value: JSONOutput)] = [("type", .string(type))]
    if let codec { members.append(("codec", .string(codec))) }
    if let module { members.append(("imports", .strings([module]))) }
    return .object(members)
  }

  /// The suggested line under `scalars` in `apus.json`.
  package var text: String { JSONOutput.member(scalar, binding) }

  /// - Parameter scalar: the scalar's name. Case and underscores do not matter: `DateTime`, `date_time` and `DATETIME` are equal.
  package init?(for scalar: String) {
    let name = scalar.lowercased().filter { $0 != "_" }
    guard let known = ScalarSuggestion.known[name] else { return nil }
    (type, codec) = known
    self.scalar = scalar
  }

  /// Whether a scalar's name means arbitrary JSON, so that `GraphQLValue` is the right type.
  static func isAnyJSON(_ scalar: String) -> Bool {
    ["json", "jsonb", "jsonobject", "jsonvalue"].contains(scalar.lowercased().filter { $0 != "_" })
  }

  private static let known: [String: (type: String, codec: String?)] = {
    var known: [String: (type: String, codec: String?)] = [:]
    for type in KnownSwiftType.table {
      for name in type.scalars { known[name] = (type.name, nil) }
      for codec in type.knownCodecs {
        for name in codec.scalars { known[name] = (type.name, codec.name) }
      }
    }
    return known
  }()
}
