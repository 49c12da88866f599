import Foundation
import Testing

@testable import ApusIR

/// Random documents mean what the specification says: every property is there when what it stands for is, in every view.
///
/// Faults that were found so are cases of their own. `APUS_MEANING_DOCUMENTS` is how many documents are tried, `APUS_MEANING_SEED` where they begin.
@Suite struct MeaningTests {
  private static func setting(_ name: String, _ value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }

  @Test func documentsMeanWhatTheSpecificationSays() {
    let count = MeaningTests.setting("APUS_MEANING_DOCUMENTS", 2_000)
    let first = MeaningTests.setting("APUS_MEANING_SEED", 1)
    var tried = 0
    var responses = 0
    var withBoth = 0
    var failures = 0
    var seed = UInt64(first)
    while tried < count, failures < 5 {
      let trial = MeaningTrial(seed: seed)
      seed += 1
      switch trial.run() {
      case .invalid: continue
      case .same(let count, let hasVariables, let hasTypes):
        tried += 1
        responses += count
        if hasVariables, hasTypes { withBoth += 1 }
      case .different:
        failures += 1
        let smallest = trial.shrunk()
        guard case .different(let message) = smallest.run() else { continue }
        Issue.record("seed \(trial.seed)\n\(smallest.schema.text)\n\(smallest.document.text)\n\(message)")
      }
    }
    print(
      "\(tried) documents, \(withBoth) with variables and types, \(responses) responses, seeds \(first)..<\(seed)"
    )
  }

  private static let schema = """
    type Query { album: Album! animal: Animal! }
    interface Animal { name: String! }
    interface Pet { nickname: String }
    type Cat implements Animal & Pet { name: String! nickname: String }
    type Cow implements Animal { name: String! }
    type Album { id: ID! title: String! artist: Artist }
    type Artist { bands: [Band!]! }
    type Band { name: String! year: Int }
    """

  private func shape(_ document: String) -> String {
    ShapePrinter.text(Lowered(document, schema: MeaningTests.schema).program)
  }

  @Test func conditionalSpreadIsAlwaysAProperty() {
    let text = shape(
      """
      query Home($x: Boolean!) { album { ...Card @include(if: $x) id artist { bands { year } } } }
      fragment Card on Album { title artist { bands @include(if: $x) { name } } }
      """)
    #expect(text.contains("card: CardData? when $x"))
    #expect(text.contains("id: ID!\n"))
  }

  @Test func spreadThatCannotConformIsAProperty() {
    let text = shape(
      """
      query Home($x: Boolean!) { album { ...Card title } }
      fragment Card on Album { id title @include(if: $x) }
      """)
    #expect(text.contains("card: CardData\n"))
    #expect(text.contains("title: String!\n"))
  }

  @Test func whatIsAlwaysThereIsNotOptional() {
    let text = shape("query Home($x: Boolean!) { album { title @include(if: $x) title @skip(if: $x) } }")
    #expect(text.contains("title: String!\n"))
  }

  @Test func conditionWithoutFieldsIsNoCase() {
    let text = shape("{ animal { name ... on Pet { ... on Cat { nickname } } } }")
    #expect(!text.contains("pet"))
    #expect(text.contains("case cat"))
  }
}
