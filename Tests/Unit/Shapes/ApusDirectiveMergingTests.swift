import ApusSchema
import ApusSource
import ApusSyntax
import Testing

@testable import ApusShapes

/// What a field has of the `@apus` directives of the selections that it merges.
@Suite(.timeLimit(.minutes(15))) struct ApusDirectiveMergingTests {
  private let directives = { (values: [String]) in
    ApusDirective(
      Dictionary(
        uniqueKeysWithValues: ApusArgument.allCases.map { argument in
          (argument, values.map { ApusDirective.Value($0, 0) })
        }))
  }

  @Test(arguments: ApusArgument.allCases)
  func `a field keeps every argument on which its selections agree`(_ argument: ApusArgument) throws {
    let merged = try #require(directives(["A"]).merged(directives(["A"])))
    #expect(merged[argument].map(\.text) == ["A"])
  }

  @Test(arguments: ApusArgument.allCases)
  func `a value that only one selection has joins the others or contradicts them`(_ argument: ApusArgument) {
    let one = ApusDirective([argument: [ApusDirective.Value("A", 0)]])
    for merged in [one.merged(ApusDirective()), ApusDirective().merged(one)] {
      #expect(merged?[argument].map(\.text) == (argument.merging == .union ? ["A"] : nil))
    }
  }
}
