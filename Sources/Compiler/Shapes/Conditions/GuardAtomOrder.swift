import ApusSchema
import ApusSyntax

/// The atoms of a ``GuardTable``, numbered as they come and in an order of their own: object types, then other types, each by
/// number, then variables by name.
///
/// With variables in front, a field that each of thirty types has under a variable of its own would need a node for each set of
/// variables that are true. Since an object has one type, a guard that asks for it first needs a node for each type.
struct GuardAtomOrder {
  /// Stands for no atom, behind all others.
  static let none = 0

  private var atoms: [GuardAtom] = [.type(.max)]
  private var numbers: [GuardAtom: Int] = [:]
  /// The numbers in order.
  private var order: [Int] = []
  /// By number the place in the order.
  private var ranks = [Int.max]
  private let names: NameTable?
  private let schema: Schema?

  init(_ names: NameTable?, _ schema: Schema?) {
    self.names = names
    self.schema = schema
  }

  /// The object type that an atom asks for.
  func object(_ number: Int) -> TypeID? {
    guard number != GuardAtomOrder.none, case .type(let type) = atoms[number], isObject(type) else {
      return nil
    }
    return type
  }

  /// Whether an atom is true of objects of a type; nil for a variable.
  func value(_ number: Int, ofObject type: TypeID) -> Bool? {
    guard number != GuardAtomOrder.none, case .type(let asked) = atoms[number] else { return nil }
    if type == asked || isObject(asked) { return type == asked }
    return schema?.isSubset(type, of: asked) ?? false
  }

  private func isObject(_ type: TypeID) -> Bool {
    guard let schema else { return false }
    return schema.types[Int(type)].kind == .object
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
