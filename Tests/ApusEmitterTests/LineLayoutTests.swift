import Testing

@testable import ApusEmitter

@Suite struct LineLayoutTests {
  @Test func callsBreakBehindTheParenthesis() {
    let lines = LineLayout.broken("try writer.scalar(\"startedAt\", startedAt, as: Codec.self)", width: 50)
    #expect(lines == ["try writer.scalar(", "  \"startedAt\", startedAt, as: Codec.self)"])
  }

  @Test func assignmentsOfOneArgumentBreakBehindTheSign() {
    let lines = LineLayout.broken("newReleases = try reader.selections(\"newReleases\")", width: 45)
    #expect(lines == ["newReleases =", "  try reader.selections(\"newReleases\")"])
  }

  @Test func conditionsBreakBeforeTheOperator() {
    let lines = LineLayout.brokenHead("if try reader.has(\"a\") && reader.has(\"b\")", width: 30)
    #expect(lines == ["if try reader.has(\"a\")", "  && reader.has(\"b\")"])
  }
}
