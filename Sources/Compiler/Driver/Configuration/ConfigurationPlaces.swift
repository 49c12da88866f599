import ApusSource

/// The places of a configuration's keys. Nested keys are joined by dots (`scalars.Money`).
///
/// Only keys that are set are in it.
package struct ConfigurationPlaces {
  private var ranges: [String: SourceRange] = [:]

  /// The places of an empty configuration.
  init() {}

  /// The places of an object's members and of the members within them.
  init(_ members: [JSONMember]) {
    for member in members {
      ranges[member.name] = member.nameRange
      for inner in member.value.members ?? [] {
        ranges["\(member.name).\(inner.name)"] = inner.nameRange
        // The keys under `cache` contain members named after schema elements.
        for innermost in inner.value.members ?? [] where member.name == "cache" {
          ranges["cache.\(inner.name).\(innermost.name)"] = innermost.nameRange
        }
      }
    }
  }

  /// The place of a key, or nil if it is not set.
  subscript(key: String) -> SourceRange? { ranges[key] }

  /// The names of an object's members, in order.
  func names(under key: String) -> [String] {
    ranges.keys.filter { $0.hasPrefix(key + ".") }.map { String($0.dropFirst(key.utf8.count + 1)) }
      .sorted(by: ByteOrder.precedes)
  }
}

extension ConfigurationPlaces: CustomReflectable {
  /// Only reflects the keys, so that moving lines in a configuration does not invalidate build records.
  package var customMirror: Mirror {
    Mirror(self, children: ["keys": ranges.keys.sorted(by: ByteOrder.precedes)], displayStyle: .struct)
  }
}
