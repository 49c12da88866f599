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

  /// The place, in the spelling of ``ShapePlace``.
  package let place: String
  package let kind: Kind

  package init(_ place: String, _ kind: Kind) {
    self.place = place
    self.kind = kind
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
  package static let present = "is present"
  package static let null = "is nil"
  package static let empty = "is empty"
  package static let success = "is a value"
  package static let error = "is an error"
  package static let leftOut = "is left out"
  package static let included = "is included"
  package static let pending = "is pending"
  package static let failed = "is failed"
  package static let otherType = "is of another type"
  package static let unknownValue = "is an unknown value"

  /// The form of a list with a number of elements.
  package static func count(_ number: Int) -> String {
    switch number {
    case 0: empty
    case 1: "has one element"
    default: "has several elements"
    }
  }

  /// The forms that hide everything below their point. Types do not: most fields are those of each type.
  private static let hiding: Set = [null, empty, error, leftOut, pending, failed]

  static func hides(_ form: String) -> Bool { hiding.contains(form) }

  package static func type(_ name: String) -> String { "is \(name)" }
  package static func value(_ name: String) -> String { "is \(name)" }
}
