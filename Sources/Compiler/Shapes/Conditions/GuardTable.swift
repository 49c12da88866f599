import ApusDocuments
import ApusSchema
import ApusSyntax

/// Computes guards, as reduced ordered decision diagrams (Bryant 1986). Each function exists once, so comparing numbers is enough to find out whether
/// two guards are equal, `always` or `never`. Nearly every guard of real documents is `always`.
///
/// An object has one object type, which determines its interfaces and unions. So once a guard knows that the object is a `Dog`, it tests no other
/// type. And a node that tests for `Dog` is left out if its low branch gives the same result for a `Dog`: "a `Dog` or a `Pet`" is "a `Pet`" if every
/// dog is one.
package final class GuardTable {
  /// A guard that tests an atom, and continues with one of two other guards: `high` if the atom is true, `low` if not.
  private struct Node: Hashable {
    /// The atom's number. The branches only test atoms that come later in the order of ``GuardAtomOrder``.
    var atom: Int
    var low: Guard
    var high: Guard
  }

  struct Key: Hashable {
    var first: Guard
    var second: Guard
    var third: Guard
  }

  /// The atoms. Their order does not depend on which of them the documents mention first, because modules that share a fragment must compute the same
  /// guards.
  private var atoms: GuardAtomOrder
  /// The nodes, by the number of their guard. The first two represent `never` and `always`.
  private var nodes = [
    Node(atom: GuardAtomOrder.none, low: .never, high: .never),
    Node(atom: GuardAtomOrder.none, low: .always, high: .always),
  ]
  private var numbers: [Node: Guard] = [:]
  private var choices: [Key: Guard] = [:]
  private var cofactors: [Key: Guard] = [:]
  private var certainties: [Guard: Guard] = [:]
  private var possibilities: [Guard: Guard] = [:]
  var knownAlternatives: [Guard: [[GuardLiteral]]] = [:]
  /// For each guard, whether it depends on variables, and whether it depends on types.
  private var asks = [(variables: false, types: false), (variables: false, types: false)]
  /// Whether any guard depends on a variable. In most documents, none does, and passes that look for such guards have nothing to do.
  package private(set) var hasVariables = false
  /// For each guard, the maximum number of atoms that it tests one after the other.
  private var depths = [0, 0]
  /// The number of steps taken so far to compute guards. ``GuardLimits/steps`` limits it.
  private(set) var work = 0
  /// The limit that was exceeded, if any. From then on, results are meaningless but cheap. ``ShapePass`` reports it for guards of shapes,
  /// ``limitAlternatives(in:_:_:_:)`` for guards whose alternatives the emitted code lists.
  private(set) var excess: ShapeLimits.Excess?
  package let limits: GuardLimits
  package let fragmentVariables: [NodeID: FragmentVariable]

  /// - Parameters:
  ///   - names: the variables' names, by which variables are ordered.
  ///   - schema: the types; without a schema, an object can be of any set of types.
  ///   - fragmentVariables: the uses of variables that fragments define. Their atoms have separate names, such as `Card.big`.
  package init(
    _ names: NameTable? = nil, _ schema: Schema? = nil, fragmentVariables: [NodeID: FragmentVariable] = [:],
    limits: GuardLimits = GuardLimits()
  ) {
    self.fragmentVariables = fragmentVariables
    atoms = GuardAtomOrder(names, schema)
    self.limits = limits
  }

  // MARK: - Making guards

  func atom(_ atom: GuardAtom) -> Guard { node(atoms.number(of: atom), .never, .always) }

  package func and(_ a: Guard, _ b: Guard) -> Guard {
    if a == .always || a == b { return b }
    if b == .always { return a }
    return choice(a, b, .never)
  }

  package func or(_ a: Guard, _ b: Guard) -> Guard {
    if a == .never || a == b { return b }
    if b == .never { return a }
    return choice(a, .always, b)
  }

  package func not(_ a: Guard) -> Guard { choice(a, .never, .always) }

  func implies(_ a: Guard, _ b: Guard) -> Bool { a == b || b == .always || and(a, not(b)) == .never }

  /// Simplifies a guard that only matters where `known` holds (the generalized cofactor). Unless `known` is `never`, two guards that agree wherever
  /// `known` holds give the same result.
  package func given(_ known: Guard, _ a: Guard) -> Guard {
    if known == .always || a == .always || a == .never { return a }
    if a == known { return .always }
    if known == .never { return .never }
    let key = Key(first: a, second: known, third: .never)
    if let result = cofactors[key] { return result }
    if !takeStep() { return .always }
    let atom = atoms.first(nodes[a].atom, nodes[known].atom)
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

  /// Simplifies a guard for an object whose types are partly known. `value` returns whether the object has a type, or nil if that is unknown.
  func assuming(_ a: Guard, _ value: (TypeID) -> Bool?) -> Guard {
    if !asksTypes(a) { return a }
    var memory: [Guard: Guard] = [:]
    return assuming(a, value, &memory)
  }

  private func assuming(_ a: Guard, _ value: (TypeID) -> Bool?, _ memory: inout [Guard: Guard]) -> Guard {
    if !asksTypes(a) { return a }
    let known = nodes[a]
    if case .type(let type) = atoms[known.atom], let isTrue = value(type) {
      if !takeStep() { return .always }
      return assuming(isTrue ? known.high : known.low, value, &memory)
    }
    if let result = memory[a] { return result }
    if !takeStep() { return .always }
    let low = assuming(known.low, value, &memory)
    let high = assuming(known.high, value, &memory)
    let result = choice(node(known.atom, .never, .always), high, low)
    memory[a] = result
    return result
  }

  /// The condition on the object's type under which `a` holds for all values of the variables. For "a `Dog`, or `$x`", it is "a `Dog`".
  func certain(_ a: Guard) -> Guard {
    if !asksVariables(a) { return a }
    if let known = certainties[a] { return known }
    if !takeStep() { return .always }
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

  /// The condition on the object's type under which `a` holds for some values of the variables. For "a `Dog`, and `$x`", it is "a `Dog`".
  func possible(_ a: Guard) -> Guard {
    if !asksVariables(a) { return a }
    if let known = possibilities[a] { return known }
    let result = not(certain(not(a)))
    possibilities[a] = result
    return result
  }

  // MARK: - Atoms of guards

  func asksVariables(_ a: Guard) -> Bool { asks[Int(a.number)].variables }

  func asksTypes(_ a: Guard) -> Bool { asks[Int(a.number)].types }

  /// The atoms that the guard depends on, in the order in which it tests them.
  func atoms(of a: Guard) -> [GuardAtom] {
    var found: Set<Int> = []
    var seen: Set<Guard> = []
    var pending = [a]
    while let next = pending.popLast() {
      guard next > .always, seen.insert(next).inserted else { continue }
      found.insert(nodes[next].atom)
      pending.append(nodes[next].low)
      pending.append(nodes[next].high)
    }
    return atoms.sorted(found).map { atoms[$0] }
  }

  func atom(_ number: Int) -> GuardAtom { atoms[number] }

  /// The atom that a guard tests first, and the guards that remain if it is false (`no`) and if it is true (`yes`); nil for `always` and `never`.
  func question(_ a: Guard) -> (atom: GuardAtom, no: Guard, yes: Guard)? {
    if a <= .always { return nil }
    return (atoms[nodes[a].atom], nodes[a].low, nodes[a].high)
  }

  // MARK: - Nodes

  /// Counts one more step, and returns whether the limit allows it.
  func takeStep() -> Bool {
    if excess != nil { return false }
    work += 1
    if work <= limits.steps { return true }
    excess = .steps
    return false
  }

  /// Records that a guard has too many alternatives, as an excess of steps, so that the documents are rejected.
  func giveUp() { excess = excess ?? .steps }

  /// The first atom, in the order of ``GuardAtomOrder``, that either guard depends on.
  func firstAtom(_ a: Guard, _ b: Guard) -> Int { atoms.first(nodes[a].atom, nodes[b].atom) }

  /// The guard that continues with `high` if an atom is true, and with `low` if not.
  package func node(_ atom: Int, _ low: Guard, _ high: Guard) -> Guard {
    if low == high { return low }
    if let object = atoms.object(atom), value(low, ofObject: object) == high { return low }
    if excess != nil { return .always }
    let node = Node(atom: atom, low: low, high: high)
    if let known = numbers[node] { return known }
    let made = Guard(number: UInt32(truncatingIfNeeded: nodes.count))
    nodes.append(node)
    numbers[node] = made
    let depth = 1 + max(depths[low], depths[high])
    depths.append(depth)
    if depth > limits.depth { excess = .depth }
    let (first, second) = (asks[Int(low.number)], asks[Int(high.number)])
    var isVariable = false
    if case .variable = atoms[atom] {
      isVariable = true
      hasVariables = true
    }
    asks.append(
      (
        variables: isVariable || first.variables || second.variables,
        types: !isVariable || first.types || second.types
      ))
    return made
  }

  /// The guards that remain of `a` if an atom is false, and if it is true. `a` must not depend on an earlier atom. If it does not test this atom
  /// first, both are `a`. But if the atom tests for an object type, `high` is the guard that remains for objects of this type.
  func branches(of a: Guard, _ atom: Int) -> (low: Guard, high: Guard) {
    let known = nodes[a]
    if known.atom == atom { return (known.low, known.high) }
    return (a, atoms.object(atom).map { value(a, ofObject: $0) } ?? a)
  }

  /// Whether an atom tests for an object type.
  func isObject(_ atom: Int) -> Bool { atoms.object(atom) != nil }

  /// The guard that remains if the object has the object type `type`. It only depends on variables.
  package func value(_ a: Guard, ofObject type: TypeID) -> Guard {
    if !asksTypes(a) { return a }
    var a = a
    while let answer = atoms.value(nodes[a].atom, ofObject: type) {
      a = answer ? nodes[a].high : nodes[a].low
    }
    return a
  }

  /// The guard "if `a`, then `b`, else `c`", from which all Boolean operators are made.
  private func choice(_ a: Guard, _ b: Guard, _ c: Guard) -> Guard {
    if a == .always { return b }
    if a == .never { return c }
    if b == c { return b }
    if b == .always, c == .never { return a }
    let key = Key(first: a, second: b, third: c)
    if let known = choices[key] { return known }
    if !takeStep() { return .always }
    let atom = atoms.first(nodes[a].atom, atoms.first(nodes[b].atom, nodes[c].atom))
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
