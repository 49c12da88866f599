import ApusSchema
import ApusSyntax

/// The condition under which something applies: a Boolean function of atoms, represented by its number in a ``GuardTable``. Equal functions have
/// equal numbers.
package struct Guard: Hashable, Comparable, Sendable {
  package let number: UInt32

  package static let never = Guard(number: 0)
  package static let always = Guard(number: 1)
  /// Not a function: marks a field that every case has, under different guards.
  package static let mixed = Guard(number: .max)

  /// Whether a property with this guard can satisfy a requirement with the guard `required`: an equal one, or `mixed` if this guard can fail.
  func satisfies(_ required: Guard) -> Bool {
    self == required || required == .mixed && self != .always
  }

  package static func < (a: Guard, b: Guard) -> Bool { a.number < b.number }
}

/// A question that a guard asks.
package enum GuardAtom: Hashable, Sendable {
  /// Whether a Boolean variable is true. Its value is the same throughout an operation.
  case variable(NameID)
  /// Whether the object has a type.
  case type(TypeID)
}

/// An atom that must be true or must be false.
package struct GuardLiteral: Hashable, Sendable {
  package var atom: GuardAtom
  package var isTrue: Bool

  package var isOfVariable: Bool {
    if case .variable = atom { true } else { false }
  }
}
