import Apus

/// How the names of types begin that the compiler has not seen, as `oracle/future.py` says.
private let laterPrefix = "\"ZzLater"

/// The fragments of a project: whatever conforms to a fragment's protocol is read through it.
final class FragmentChecks {
  /// One fragment.
  private struct Check {
    let name: String
    /// Whether reading an object through the protocol gives what decoding its JSON gives; nil if it does not conform.
    let holds: (any GraphQLObject) throws -> Bool?
  }

  private var checks: [Check] = []
  /// The checks by type: asking for each protocol each time would take most of a run.
  private var applicable: [ObjectIdentifier: [Check]] = [:]
  /// How many objects were read through a protocol.
  private(set) var count = 0
  /// How many of them had other values, but are or hold objects of types that the compiler has not seen: what such an object is, the
  /// place may tell by its declared type, and its JSON alone does not.
  private(set) var undecided = 0

  /// Adds a fragment.
  ///
  /// - Parameter convert: makes the fragment's concrete type of an object that conforms to its protocol.
  func add<Data: GraphQLObject>(_ name: String, convert: @escaping (any GraphQLObject) -> Data?) {
    checks.append(
      Check(name: name) { object in
        guard let converted = convert(object) else { return nil }
        return converted == (try Data(json: object.json()))
      })
  }

  /// What is wrong with a value, or anything in it, when it is read through protocols.
  func problems(in value: Any) throws -> [String] {
    var found: [String] = []
    if let object = value as? any GraphQLObject {
      let type = ObjectIdentifier(Swift.type(of: object))
      let candidates = try applicable[type] ?? checks.filter { try $0.holds(object) != nil }
      applicable[type] = candidates
      for check in candidates {
        count += 1
        if try check.holds(object) != false { continue }
        let text = String(decoding: try object.json(), as: UTF8.self)
        if text.contains(laterPrefix) {
          undecided += 1
        } else {
          found.append("\(Swift.type(of: object)) has other values as \(check.name)")
        }
      }
    }
    for child in Mirror(reflecting: value).children { found += try problems(in: child.value) }
    return found
  }
}
