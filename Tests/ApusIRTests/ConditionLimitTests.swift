import ApusDiagnostics
import ApusSchema
import Testing

@testable import ApusIR

/// Conditions of which there are too many end in a message, not in a crash or in hours.
@Suite(.timeLimit(.minutes(5))) struct ConditionLimitTests {
  private func lower(_ selections: (Int) -> String, variables: Int) -> Lowered {
    let definitions = (0..<variables).map { "$v\($0): Boolean!" }.joined(separator: " ")
    let body = (0..<variables).map(selections).joined(separator: " ")
    return Lowered("query Q(\(definitions)) { \(body) }", schema: "type Query { a: Int b: Int }")
  }

  @Test func thousandsOfVariablesOnTheirOwnFieldsAreFine() {
    let lowered = lower({ "f\($0): a @include(if: $v\($0))" }, variables: 3_000)
    #expect(lowered.diagnostics.isEmpty)
    #expect(lowered.program.operations.count == 1)
  }

  @Test func thousandVariablesOnOneFieldAreRefusedWithAPlace() throws {
    let lowered = lower({ "a @include(if: $v\($0))" }, variables: 1_500)
    let problem = try #require(lowered.diagnostics.first)
    #expect(problem.code == .tooManyConditions)
    #expect(problem.message.contains("Use fewer variables"))
    #expect(problem.ranges.first?.start == 6)
  }

  @Test func formulaThatWouldGrowWithoutBoundStops() {
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

  @Test func guardThatAsksTooManyAtomsStops() {
    var limits = GuardLimits()
    limits.depth = 50
    let guards = GuardTable(limits: limits)
    var formula = Guard.always
    for number in 0..<60 { formula = guards.and(guards.atom(.variable(UInt32(60 - number))), formula) }
    #expect(guards.excess == .depth)
  }

  @Test func typeConditionsThatHoldInTooManyWaysAreRefused() {
    let guards = GuardTable()
    var formula = Guard.always
    // Two to the power of thirteen ways.
    for number in 0..<13 {
      let either = guards.or(
        guards.atom(.type(TypeID(2 * number))), guards.atom(.type(TypeID(2 * number + 1))))
      formula = guards.and(formula, either)
    }
    #expect(guards.excess == nil)
    #expect(TypeCases.chains(of: formula, guards).isEmpty)
    #expect(guards.excess == .steps)
  }

  @Test func guardThatHoldsInTooManyWaysIsTold() {
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
}
