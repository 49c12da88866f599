/// A place of a value at which its type permits several forms, for example an optional or a list.
package struct ShapePoint: Hashable, Sendable {
  /// What the forms differ in.
  package enum Kind: Hashable, Sendable {
    case null, count, value, type, member, result
    /// The state of a fragment. An object may have several fragments with the same short name.
    case part(String)
    /// Whether an object of a type that the app does not know belongs to an interface or union.
    case marker(String)
  }

  /// The response names on the way to it, without the indices of list elements: `album.artists[]`. Empty for the value itself.
  package let place: String
  package let kind: Kind

  package init(_ place: String, _ kind: Kind) {
    self.place = place
    self.kind = kind
  }

  /// Whether the point is on the way to another place, so that its form may hide what is there.
  func isAbove(_ other: String) -> Bool {
    guard other.hasPrefix(place) else { return false }
    return place.isEmpty || other.utf8.count == place.utf8.count
      || [".", "["].contains(other.dropFirst(place.count).first)
  }
}

/// One of the forms at a point.
package struct ShapeChoice: Hashable, Sendable {
  package let point: ShapePoint
  /// The form, as the predicate of a sentence about the place: `is nil`.
  package let form: String

  package init(_ point: ShapePoint, _ form: String) {
    self.point = point
    self.form = form
  }
}

extension ShapeChoice: CustomStringConvertible {
  package var description: String { "\(point.place.isEmpty ? "self" : point.place) \(form)" }
}

/// The forms that are the same for every client of this module.
package enum ShapeForm {
  package static let null = ["is present", "is nil"]
  package static let count = ["has several elements", "has one element", "is empty"]
  package static let result = ["is a value", "is an error"]
  package static let member = ["is left out", "is included"]
  package static let otherType = "is of another type"
  package static let unknownValue = "is an unknown value"

  /// Whether a form hides everything below its point. Types do not: most fields are those of each type.
  static func hides(_ form: String) -> Bool {
    [null[1], count[2], result[1], member[0], "is absent", "is pending", "is failed"].contains(form)
  }

  package static func type(_ name: String) -> String { "is \(name)" }
  package static func value(_ name: String) -> String { "is \(name)" }
}
