import ApusSource

/// The binding to propose for a scalar without one, by the name that many schemas give it.
///
/// The name does not fix the wire form, so this is only proposed, never applied.
package struct ScalarSuggestion {
  private let scalar: String
  /// The Swift type.
  package let type: String
  /// The codec that ships with Apus; nil where the type reads itself.
  package let codec: String?
  /// The module that the entry names, although a known type's module is imported without that.
  package var module: String? { KnownSwiftType(type)?.module }

  /// The scalar's value under `scalars` in `apus.json`.
  package var binding: JSONOutput {
    var members: [(name: String, value: JSONOutput)] = [("type", .string(type))]
    if let codec { members.append(("codec", .string(codec))) }
    if let module { members.append(("imports", .strings([module]))) }
    return .object(members)
  }

  /// The scalar's line under `scalars` in `apus.json`.
  package var text: String { JSONOutput.member(scalar, binding) }

  /// - Parameter scalar: a scalar's name: `DateTime`, `date_time` and `DATETIME` are one.
  package init?(for scalar: String) {
    let name = scalar.lowercased().filter { $0 != "_" }
    guard let known = ScalarSuggestion.known[name] else { return nil }
    (type, codec) = known
    self.scalar = scalar
  }

  /// Whether a scalar's name says that it is any JSON, so that `GraphQLValue` is what it should be.
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
