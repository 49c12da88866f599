import ApusSource
import ApusSchema
import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

/// Conditions of which there are too many end in a message, not in a crash or in hours.
@Suite(.timeLimit(.minutes(15))) struct ConditionLimitTests {
  private func lower(_ selections: (Int) -> String, variables: Int) -> Lowered {
    let definitions = (0..<variables).map { "$v\($0): Boolean!" }.joined(separator: " ")
    let body = (0..<variables).map(selections).joined(separator: " ")
    return Lowered("query Q(\(definitions)) { \(body) }", schema: "type Query { a: Int b: Int }")
  }

  @Test func `thousands of variables on their own fields are fine`() {
    let lowered = lower({ "f\($0): a @include(if: $v\($0))" }, variables: 3_000)
    #expect(lowered.diagnostics.isEmpty)
    #expect(lowered.program.operations.count == 1)
  }

  @Test func `a thousand variables on one field are refused with a place`() throws {
    let lowered = lower({ "a @include(if: $v\($0))" }, variables: 1_500)
    let problem = try #require(lowered.diagnostics.first)
    #expect(problem.code == .tooManyConditions)
    #expect(problem.message.contains("Use fewer variables"))
    #expect(problem.ranges.first?.start == 6)
  }

  private func lowerThirty(_ selections: (Int) -> String) -> Lowered {
    let types = (0..<30).map { "type T\($0) implements N { id: ID! a: Int }" }.joined(separator: " ")
    let variables = (0..<30).map { "$v\($0): Boolean!" }.joined(separator: " ")
    let body = (0..<30).map { "... on T\($0) { \(selections($0)) }" }.joined(separator: " ")
    return Lowered(
      "query Q(\(variables)) { n { \(body) } } fragment F on N { id }",
      schema: "interface N { id: ID! } \(types) type Query { n: N }")
  }

  /// As a formula of variables and types without knowledge of the schema, each of these has 2³⁰ combinations.
  @Test func `a variable for each type is fine`() throws {
    let spreads = lowerThirty { "...F @include(if: $v\($0))" }
    #expect(spreads.diagnostics.isEmpty)
    #expect(spreads.program.operations.count == 1)
    let fields = lowerThirty { "...F @include(if: $v\($0)) a @skip(if: $v\(29 - $0))" }
    #expect(fields.diagnostics.isEmpty)
  }

  /// Asked in the order of their names, each pair of variables doubles the formula, on one type alone.
  @Test func `pairs of variables on one type are refused`() {
    let numbers = 10..<40
    let variables = numbers.map { "$a\($0): Boolean! $b\($0): Boolean!" }.joined(separator: " ")
    let body = numbers.map { "... @include(if: $a\($0)) { ...F @include(if: $b\($0)) }" }.joined(
      separator: " ")
    let lowered = Lowered(
      "query Q(\(variables)) { n { ... on T { \(body) } } } fragment F on N { id }",
      schema: "interface N { id: ID! } type T implements N { id: ID! } type Query { n: N }")
    #expect(lowered.diagnostics.map(\.code) == [.tooManyConditions])
  }

  /// Each of 17 types under each of six: a fragment that is a property has a condition on types alone, with 102 alternatives.
  @Test func `conditions on types alone are refused, too`() {
    let outer = (0..<17).map { "S\($0)" }
    let inner = (0..<6).map { "T\($0)" }
    let leaves = (0..<8).map { "L\($0)" }
    func interfaces(_ names: [String], _ field: String = "") -> String {
      names.map { "interface \($0) implements Node { id: ID! \(field) }" }.joined(separator: " ")
    }
    func conditions(_ names: [String], _ selection: String) -> String {
      names.map { "... on \($0) { \(selection) }" }.joined(separator: " ")
    }
    let lowered = Lowered(
      """
      query Q { node { __typename \(conditions(outer, "...Small")) } }
      fragment Small on Node { \(conditions(inner, "...Large")) }
      fragment Large on Node { \(conditions(leaves, "x")) }
      """,
      schema: """
        type Query { node: Node }
        interface Node { id: ID! }
        \(interfaces(outer)) \(interfaces(inner)) \(interfaces(leaves, "x: String"))
        type A implements Node { id: ID! }
        type B implements Node & \((outer + inner + leaves).joined(separator: " & ")) { id: ID! x: String }
        """)
    #expect(lowered.diagnostics.map(\.code).contains(.tooManyConditions))
  }

  /// A partial list of alternatives would leave out cases.
  @Test func `alternatives that take too many steps are no list`() {
    for extra in 0..<40 {
      var limits = GuardLimits()
      let probe = GuardTable()
      limits.steps = pairs(8, in: probe).work + extra
      let guards = GuardTable(limits: limits)
      let formula = pairs(8, in: guards).formula
      #expect(guards.excess == nil)
      let alternatives = guards.alternatives(formula)
      if guards.excess != nil { #expect(alternatives.isEmpty, "\(extra) steps more") }
    }
  }

  private func pairs(_ count: Int, in guards: GuardTable) -> (formula: Guard, work: Int) {
    var formula = Guard.never
    for number in 0..<count {
      let pair = guards.and(
        guards.atom(.variable(UInt32(2 * number))), guards.atom(.variable(UInt32(2 * number + 1))))
      formula = guards.or(formula, pair)
    }
    return (formula, guards.work)
  }

  @Test func `a formula that would grow without bound stops`() {
    var limits = GuardLimits()
    limits.steps = 20_000
    let guards = GuardTable(limits: limits)
    var formula = Guard.never
    // The order in which the variables are asked makes each pair double the diagram.
    for number in 0..<60 {
      let pair = guards.and(
        guards.atom(.variable(UInt32(number))), guards.atom(.variable(UInt32(number + 1_000))))
      formula = guards.or(formula, pair)
    }
    #expect(guards.excess == .steps)
    #expect(guards.work <= 20_001)
  }

  @Test func `a guard that asks too many atoms stops`() {
    var limits = GuardLimits()
    limits.depth = 50
    let guards = GuardTable(limits: limits)
    var formula = Guard.always
    for number in 0..<60 { formula = guards.and(guards.atom(.variable(UInt32(60 - number))), formula) }
    #expect(guards.excess == .depth)
  }

  @Test func `type conditions that hold in too many ways are refused`() {
    let guards = GuardTable()
    var formula = Guard.always
    // Two to the power of thirteen ways.
    for number in 0..<13 {
      let either = guards.or(
        guards.atom(type(2 * number + 1)), guards.atom(type(2 * number + 2)))
      formula = guards.and(formula, either)
    }
    #expect(guards.excess == nil)
    #expect(TypeCases.chains(of: formula, guards).isEmpty)
    #expect(guards.excess == .steps)
  }

  @Test func `a guard that holds in too many ways is told`() {
    let guards = GuardTable()
    var formula = Guard.always
    for number in 0..<8 {
      let either = guards.or(
        guards.atom(.variable(UInt32(2 * number))), guards.atom(.variable(UInt32(2 * number + 1))))
      formula = guards.and(formula, either)
    }
    #expect(guards.alternatives(formula).count == 256)
    #expect(guards.hasTooManyAlternatives(formula))
  }

  private func type(_ number: Int) -> GuardAtom { .type(TypeID(number: UInt32(number))) }

  /// That one of the first types holds, and one of the second.
  private func bothOf(_ first: Int, _ second: Int, _ guards: GuardTable) -> Guard {
    func oneOf(_ numbers: Range<Int>) -> Guard {
      numbers.reversed().reduce(.never) { guards.or(guards.atom(type($1)), $0) }
    }
    return guards.and(oneOf(1..<1 + first), oneOf(1000..<1000 + second))
  }

  @Test(arguments: [(50, 100, 5000), (49, 102, 4998), (71, 71, 0), (5, 1001, 0)])
  func `type conditions may hold in 5,000 ways`(_ first: Int, _ second: Int, _ count: Int) {
    let guards = GuardTable()
    #expect(TypeCases.chains(of: bothOf(first, second, guards), guards).count == count)
    #expect((guards.excess == nil) == (count > 0))
  }

  @Test(arguments: [(10, 10, false), (1, 100, false), (1, 101, true), (4, 26, true)])
  func `emitted code lists 100 ways`(_ first: Int, _ second: Int, _ isTooMany: Bool) {
    let guards = GuardTable()
    #expect(guards.hasTooManyAlternatives(bothOf(first, second, guards)) == isTooMany)
    #expect(guards.excess == nil)
  }

  @Test func `the steps that guards may take grow with the documents`() {
    #expect(GuardLimits(nodeCount: 1_000).steps == GuardLimits().steps + 10_000)
  }

  @Test(arguments: [(50, false), (51, true)])
  func `a guard may ask as many atoms as its depth allows`(_ count: Int, _ isTooDeep: Bool) {
    var limits = GuardLimits()
    limits.depth = 50
    let guards = GuardTable(limits: limits)
    var formula = Guard.always
    for number in (1...count).reversed() {
      formula = guards.and(guards.atom(.variable(UInt32(number))), formula)
    }
    #expect(guards.excess == (isTooDeep ? .depth : nil))
  }

  @Test(arguments: [(100, false), (101, true)])
  func `a fragment may be there in 100 ways`(_ count: Int, _ isRejected: Bool) {
    let variables = (0..<count).map { "$v\($0): Boolean!" }.joined(separator: " ")
    let spreads = (0..<count).map { "...F @include(if: $v\($0))" }.joined(separator: " ")
    let document = "query Q(\(variables)) { b \(spreads) } fragment F on Query { a }"
    let lowered = Lowered(document, schema: "type Query { a: Int b: Int }")
    let found = lowered.diagnostics.map {
      $0.ranges.map { $0.file.text($0.start, $0.end) }.joined() + ": " + $0.message
    }
    #expect(lowered.diagnostics.allSatisfy { $0.code == .tooManyConditions })
    #expect(
      found.map { $0.contains("The conditions on \"F\" can be met in too many ways: ") }
        == (isRejected ? [true] : []), "\(found)")
  }
}
