import ApusDiagnostics
import ApusJSON

/// Where a configuration says what: the places of its keys, those of nested objects behind a dot (`scalars.Money`).
///
/// A key that is said has a place, so this also tells what a configuration leaves open.
package struct ConfigurationPlaces {
  private var ranges: [String: SourceRange] = [:]

  /// The places of a configuration that says nothing.
  init() {}

  /// The places of an object's members and of their members.
  init(_ members: [JSONMember]) {
    for member in members {
      ranges[member.name] = member.nameRange
      for inner in member.value.members ?? [] {
        ranges["\(member.name).\(inner.name)"] = inner.nameRange
        // The keys of `cache` have members with names of the schema.
        for innermost in inner.value.members ?? [] where member.name == "cache" {
          ranges["cache.\(inner.name).\(innermost.name)"] = innermost.nameRange
        }
      }
    }
  }

  /// The place of a key, or nil where the configuration does not have it.
  subscript(key: String) -> SourceRange? { ranges[key] }

  /// The names of an object's members, in order.
  func names(under key: String) -> [String] {
    ranges.keys.filter { $0.hasPrefix(key + ".") }.map { String($0.dropFirst(key.utf8.count + 1)) }
      .sorted(by: Path.precedes)
  }
}

extension ConfigurationPlaces: CustomReflectable {
  /// The keys alone: a build record is not made anew when a configuration's lines move.
  package var customMirror: Mirror {
    Mirror(self, children: ["keys": ranges.keys.sorted(by: Path.precedes)], displayStyle: .struct)
  }
}
