import ApusSchema
import ApusSyntax

/// Guards as reduced ordered decision diagrams (Bryant 1986): each function is made once, so that equality, `always` and
/// `never` are comparisons of numbers. Nearly every guard of a real document is `always`.
package final class GuardTable {
  private struct Node: Hashable {
    /// The index in ``atoms``. Nodes below have higher ones.
    var atom: Int
    var low: Guard
    var high: Guard
  }

  private struct Key: Hashable {
    var first: Guard
    var second: Guard
    var third: Guard
  }

  private var atoms: [GuardAtom] = []
  private var atomNumbers: [GuardAtom: Int] = [:]
  /// The first two stand for `never` and `always`.
  private var nodes = [
    Node(atom: .max, low: .never, high: .never), Node(atom: .max, low: .always, high: .always),
  ]
  private var numbers: [Node: Guard] = [:]
  private var choices: [Key: Guard] = [:]
  private var cofactors: [Key: Guard] = [:]
  private var certainties: [Guard: Guard] = [:]
  private var possibilities: [Guard: Guard] = [:]
  /// By guard: whether it asks variables, and whether it asks types.
  private var asks = [(variables: false, types: false), (variables: false, types: false)]

  /// How many functions were made: what the guards cost.
  var size: Int { nodes.count }

  // MARK: - Making guards

  func atom(_ atom: GuardAtom) -> Guard { node(number(of: atom), .never, .always) }

  func and(_ a: Guard, _ b: Guard) -> Guard {
    if a == .always || a == b { return b }
    if b == .always { return a }
    return choice(a, b, .never)
  }

  func or(_ a: Guard, _ b: Guard) -> Guard {
    if a == .never || a == b { return b }
    if b == .never { return a }
    return choice(a, .always, b)
  }

  func not(_ a: Guard) -> Guard { choice(a, .never, .always) }

  func implies(_ a: Guard, _ b: Guard) -> Bool { a == b || b == .always || and(a, not(b)) == .never }

  /// What a guard says where another one is known to hold (the generalized cofactor): of two guards that agree there it is
  /// the same.
  func given(_ known: Guard, _ a: Guard) -> Guard {
    if known == .always || a == .always || a == .never { return a }
    if a == known { return .always }
    if known == .never { return .never }
    let key = Key(first: a, second: known, third: .never)
    if let result = cofactors[key] { return result }
    let atom = min(nodes[a].atom, nodes[known].atom)
    let (low, high) = branches(of: a, atom)
    let (knownLow, knownHigh) = branches(of: known, atom)
    let result: Guard
    if knownLow == .never {
      result = given(knownHigh, high)
    } else if knownHigh == .never {
      result = given(knownLow, low)
    } else {
      result = node(atom, given(knownLow, low), given(knownHigh, high))
    }
    cofactors[key] = result
    return result
  }

  /// The guard where the truth of types is known: `value` is nil for a type of which it is not.
  func assuming(_ a: Guard, _ value: (TypeID) -> Bool?) -> Guard {
    if !asksTypes(a) { return a }
    var memory: [Guard: Guard] = [:]
    return assuming(a, value, &memory)
  }

  private func assuming(_ a: Guard, _ value: (TypeID) -> Bool?, _ memory: inout [Guard: Guard]) -> Guard {
    if !asksTypes(a) { return a }
    let known = nodes[a]
    if case .type(let type) = atoms[known.atom], let isTrue = value(type) {
      return assuming(isTrue ? known.high : known.low, value, &memory)
    }
    if let result = memory[a] { return result }
    let low = assuming(known.low, value, &memory)
    let high = assuming(known.high, value, &memory)
    let result = choice(node(known.atom, .never, .always), high, low)
    memory[a] = result
    return result
  }

  /// When the guard holds whatever the variables are: a guard of types alone.
  func certain(_ a: Guard) -> Guard {
    if !asksVariables(a) { return a }
    if let known = certainties[a] { return known }
    let known = nodes[a]
    let low = certain(known.low)
    let high = certain(known.high)
    let result: Guard
    if case .variable = atoms[known.atom] {
      result = and(low, high)
    } else {
      result = choice(node(known.atom, .never, .always), high, low)
    }
    certainties[a] = result
    return result
  }

  /// When the guard can hold, for some variables: a guard of types alone.
  func possible(_ a: Guard) -> Guard {
    if !asksVariables(a) { return a }
    if let known = possibilities[a] { return known }
    let result = not(certain(not(a)))
    possibilities[a] = result
    return result
  }

  // MARK: - Asking guards

  package func asksVariables(_ a: Guard) -> Bool { asks[Int(a.number)].variables }

  package func asksTypes(_ a: Guard) -> Bool { asks[Int(a.number)].types }

  /// The atoms that the guard depends on, those asked first in front.
  package func atoms(of a: Guard) -> [GuardAtom] {
    var found: Set<Int> = []
    var seen: Set<Guard> = []
    var pending = [a]
    while let next = pending.popLast() {
      guard next > .always, seen.insert(next).inserted else { continue }
      found.insert(nodes[next].atom)
      pending.append(nodes[next].low)
      pending.append(nodes[next].high)
    }
    return found.sorted().map { atoms[$0] }
  }

  /// Walks down a guard's diagram: what its first question is, and the guards that the answers leave.
  func question(_ a: Guard) -> (atom: GuardAtom, no: Guard, yes: Guard)? {
    if a <= .always { return nil }
    return (atoms[nodes[a].atom], nodes[a].low, nodes[a].high)
  }

  /// The guard as alternatives, each of literals that must all hold; none of them can be left out (Minato 1992). Of a guard that
  /// asks nothing's absence these are its prime implicants.
  package func alternatives(_ a: Guard) -> [[GuardLiteral]] {
    var memory: [Key: (cover: [[GuardLiteral]], guard: Guard)] = [:]
    return cover(a, a, &memory).cover
  }

  private func cover(
    _ lower: Guard, _ upper: Guard, _ memory: inout [Key: (cover: [[GuardLiteral]], guard: Guard)]
  ) -> (cover: [[GuardLiteral]], guard: Guard) {
    if lower == .never { return ([], .never) }
    if upper == .always { return ([[]], .always) }
    let key = Key(first: lower, second: upper, third: .never)
    if let known = memory[key] { return known }
    let atom = min(nodes[lower].atom, nodes[upper].atom)
    let (lowerLow, lowerHigh) = branches(of: lower, atom)
    let (upperLow, upperHigh) = branches(of: upper, atom)
    let no = cover(and(lowerLow, not(upperHigh)), upperLow, &memory)
    let yes = cover(and(lowerHigh, not(upperLow)), upperHigh, &memory)
    let restLow = and(lowerLow, not(no.guard))
    let restHigh = and(lowerHigh, not(yes.guard))
    let rest = cover(or(restLow, restHigh), and(upperLow, upperHigh), &memory)
    let literal = atoms[atom]
    let result =
      yes.cover.map { [GuardLiteral(atom: literal, isTrue: true)] + $0 }
      + no.cover.map { [GuardLiteral(atom: literal, isTrue: false)] + $0 } + rest.cover
    let function = or(rest.guard, node(atom, no.guard, yes.guard))
    memory[key] = (result, function)
    return (result, function)
  }

  // MARK: - Nodes

  private func number(of atom: GuardAtom) -> Int {
    if let known = atomNumbers[atom] { return known }
    atoms.append(atom)
    atomNumbers[atom] = atoms.count - 1
    return atoms.count - 1
  }

  private func node(_ atom: Int, _ low: Guard, _ high: Guard) -> Guard {
    if low == high { return low }
    let node = Node(atom: atom, low: low, high: high)
    if let known = numbers[node] { return known }
    let made = Guard(number: UInt32(truncatingIfNeeded: nodes.count))
    nodes.append(node)
    numbers[node] = made
    let (first, second) = (asks[Int(low.number)], asks[Int(high.number)])
    var isVariable = false
    if case .variable = atoms[atom] { isVariable = true }
    asks.append(
      (
        variables: isVariable || first.variables || second.variables,
        types: !isVariable || first.types || second.types
      ))
    return made
  }

  private func branches(of a: Guard, _ atom: Int) -> (low: Guard, high: Guard) {
    let known = nodes[a]
    return known.atom == atom ? (known.low, known.high) : (a, a)
  }

  /// "If a then b, else c."
  private func choice(_ a: Guard, _ b: Guard, _ c: Guard) -> Guard {
    if a == .always { return b }
    if a == .never { return c }
    if b == c { return b }
    if b == .always, c == .never { return a }
    let key = Key(first: a, second: b, third: c)
    if let known = choices[key] { return known }
    let atom = min(nodes[a].atom, min(nodes[b].atom, nodes[c].atom))
    let (aLow, aHigh) = branches(of: a, atom)
    let (bLow, bHigh) = branches(of: b, atom)
    let (cLow, cHigh) = branches(of: c, atom)
    let result = node(atom, choice(aLow, bLow, cLow), choice(aHigh, bHigh, cHigh))
    choices[key] = result
    return result
  }
}

extension Array {
  fileprivate subscript(_ guard: Guard) -> Element { self[Int(`guard`.number)] }
}
