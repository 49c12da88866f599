import ApusSchema
import ApusSyntax

/// The atoms of a ``GuardTable``, and the order in which guards test them: object types first, then interfaces and unions, both by type number, then
/// variables by name. Atoms are numbered in the order of creation instead.
///
/// Types come first because an object has only one object type. In `{ ... on A { f @include(if: $a) } ... on B { f @include(if: $b) } }`, continued
/// for thirty types, the guard of `f` then has a node for each type. If variables came first, it would have one for each combination of their values.
struct GuardAtomOrder {
  /// The atom number in the nodes of `always` and `never`, which do not depend on an atom. It comes after all others in the order.
  static let none = 0

  private var atoms: [GuardAtom] = [.variable(0)]
  private var numbers: [GuardAtom: Int] = [:]
  /// The atoms' numbers, sorted.
  private var order: [Int] = []
  /// The position of each atom in ``order``, by the atom's number.
  private var ranks = [Int.max]
  private let names: NameTable?
  private let schema: Schema?

  init(_ names: NameTable?, _ schema: Schema?) {
    self.names = names
    self.schema = schema
  }

  /// The object type that an atom tests; nil if it tests an interface, a union or a variable.
  func object(_ number: Int) -> TypeID? {
    guard number != GuardAtomOrder.none, case .type(let type) = atoms[number], isObject(type) else {
      return nil
    }
    return type
  }

  /// Whether an atom is true for objects of the object type `type`; nil for a variable.
  func value(_ number: Int, ofObject type: TypeID) -> Bool? {
    guard number != GuardAtomOrder.none, case .type(let asked) = atoms[number] else { return nil }
    if type == asked || isObject(asked) { return type == asked }
    return schema?.isSubset(type, of: asked) ?? false
  }

  private func isObject(_ type: TypeID) -> Bool {
    guard let schema else { return false }
    return schema[type].kind == .object
  }

  subscript(_ number: Int) -> GuardAtom { atoms[number] }

  func first(_ a: Int, _ b: Int) -> Int { ranks[a] <= ranks[b] ? a : b }

  func sorted(_ numbers: some Sequence<Int>) -> [Int] { numbers.sorted { ranks[$0] < ranks[$1] } }

  mutating func number(of atom: GuardAtom) -> Int {
    if let known = numbers[atom] { return known }
    let number = atoms.count
    atoms.append(atom)
    numbers[atom] = number
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(atoms[order[middle]], atom) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    order.insert(number, at: low)
    ranks.append(low)
    while low < order.count {
      ranks[order[low]] = low
      low += 1
    }
    return number
  }

  private func precedes(_ a: GuardAtom, _ b: GuardAtom) -> Bool {
    switch (a, b) {
    case (.variable(let one), .variable(let two)):
      if let names { return names.string(one) < names.string(two) }
      return one < two
    case (.variable, .type): return false
    case (.type, .variable): return true
    case (.type(let one), .type(let two)):
      let isObject = self.isObject(one)
      return isObject == self.isObject(two) ? one < two : isObject
    }
  }
}
