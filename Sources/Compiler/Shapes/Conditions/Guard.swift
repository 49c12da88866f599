import ApusSchema
import ApusSyntax

/// The condition under which a selection applies, as a Boolean function of ``GuardAtom``s. For `... on Dog @include(if: $x) { name }`, the guard of
/// `name` is "the object is a `Dog`, and `$x` is true".
///
/// A guard is stored as the number of its function in a ``GuardTable``. Equal functions have equal numbers.
package struct Guard: Hashable, Comparable, Sendable {
  package let number: UInt32

  package static let never = Guard(number: 0)
  package static let always = Guard(number: 1)
  /// Not a function of atoms: the guard of a property that all cases of an enum have, under guards that differ from case to case.
  package static let mixed = Guard(number: .max)

  /// Whether a property with this guard can satisfy a protocol requirement with the guard `required`. The guards must be equal, except that a `mixed`
  /// requirement has an optional type, so every property that can be absent satisfies it.
  func satisfies(_ required: Guard) -> Bool {
    self == required || required == .mixed && self != .always
  }

  package static func < (a: Guard, b: Guard) -> Bool { a.number < b.number }
}

/// A yes-or-no question about a variable or an object. A guard *asks* an atom if its value depends on it.
package enum GuardAtom: Hashable, Sendable {
  /// Whether a Boolean variable is true: `x` of the operation, or `Card.big` of the fragment `Card`.
  case variable(NameID)
  /// Whether the object has a type: an object type, an interface or a union.
  case type(TypeID)
}

/// An atom or its negation, in one of the ``GuardTable/alternatives(_:)`` of a guard.
package struct GuardLiteral: Hashable, Sendable {
  package var atom: GuardAtom
  package var isTrue: Bool

  package var isOfVariable: Bool {
    if case .variable = atom { true } else { false }
  }
}
