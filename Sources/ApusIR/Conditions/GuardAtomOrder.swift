import ApusSyntax

/// The atoms of a ``GuardTable``, numbered as they come and in an order of their own: variables by name, then types by number.
struct GuardAtomOrder {
  /// Stands for no atom, behind all others.
  static let none = 0

  private var atoms: [GuardAtom] = [.type(.max)]
  private var numbers: [GuardAtom: Int] = [:]
  /// The numbers in order.
  private var order: [Int] = []
  /// By number the place in the order.
  private var ranks = [Int.max]

  subscript(_ number: Int) -> GuardAtom { atoms[number] }

  func first(_ a: Int, _ b: Int) -> Int { ranks[a] <= ranks[b] ? a : b }

  func sorted(_ numbers: some Sequence<Int>) -> [Int] { numbers.sorted { ranks[$0] < ranks[$1] } }

  mutating func number(of atom: GuardAtom, _ names: NameTable?) -> Int {
    if let known = numbers[atom] { return known }
    let number = atoms.count
    atoms.append(atom)
    numbers[atom] = number
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if GuardAtomOrder.precedes(atoms[order[middle]], atom, names) {
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

  private static func precedes(_ a: GuardAtom, _ b: GuardAtom, _ names: NameTable?) -> Bool {
    switch (a, b) {
    case (.variable(let one), .variable(let two)):
      if let names { return names.string(one) < names.string(two) }
      return one < two
    case (.variable, .type): return true
    case (.type, .variable): return false
    case (.type(let one), .type(let two)): return one < two
    }
  }
}
