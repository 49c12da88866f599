import ApusSchema
import ApusSyntax

/// When something applies: a Boolean function of atoms, by its number in a ``GuardTable``. Equal functions have one number.
package struct Guard: Hashable, Comparable, Sendable {
  package let number: UInt32

  package static let never = Guard(number: 0)
  package static let always = Guard(number: 1)
  /// No function: of a field that all cases of an enumeration have, under guards that differ.
  package static let mixed = Guard(number: .max)

  /// Whether what is there under this guard can be the getter of a protocol that asks for it under another one: under its
  /// own, or, of an enumeration whose cases differ, under any that can fail.
  package func answers(_ required: Guard) -> Bool {
    self == required || required == .mixed && self != .always
  }

  package static func < (a: Guard, b: Guard) -> Bool { a.number < b.number }
}

/// A question that guards are made of.
package enum GuardAtom: Hashable, Sendable {
  /// Whether a Boolean variable is true. It has one value in all of an operation.
  case variable(NameID)
  /// Whether the object has a type.
  case type(TypeID)
}

/// An atom that must be true, or must be false.
package struct GuardLiteral: Hashable, Sendable {
  package var atom: GuardAtom
  package var isTrue: Bool

  package var isOfVariable: Bool {
    if case .variable = atom { true } else { false }
  }
}
