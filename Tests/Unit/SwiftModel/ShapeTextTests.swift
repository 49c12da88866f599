import ApusSentText
import Testing

@testable import ApusSwiftModel

/// What becomes a property, an optional or a case, for documents that once differed from the specification.
@Suite(.timeLimit(.minutes(15))) struct ShapeTextTests {
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
    ShapePrinter.text(Lowered(document, schema: Self.schema).program)
  }

  @Test func `a conditional spread is always a property`() {
    let text = shape(
      """
      query Home($x: Boolean!) { album { ...Card @include(if: $x) id artist { bands { year } } } }
      fragment Card on Album { title artist { bands @include(if: $x) { name } } }
      """)
    #expect(text.contains("card: CardData? when $x"))
    #expect(text.contains("id: ID!\n"))
  }

  @Test func `a spread that cannot conform is a property`() {
    let text = shape(
      """
      query Home($x: Boolean!) { album { ...Card title } }
      fragment Card on Album { id title @include(if: $x) }
      """)
    #expect(text.contains("card: CardData\n"))
    #expect(text.contains("title: String!\n"))
  }

  @Test func `what is always there is not optional`() {
    let text = shape("query Home($x: Boolean!) { album { title @include(if: $x) title @skip(if: $x) } }")
    #expect(text.contains("title: String!\n"))
  }

  @Test func `a condition without fields is no case`() {
    let text = shape("{ animal { name ... on Pet { ... on Cat { nickname } } } }")
    #expect(!text.contains("pet"))
    #expect(text.contains("case cat"))
  }

  @Test func `a fragment without fields is a case`() {
    let text = shape(
      """
      query Q($x: Boolean!) { animal { name ...Wrapped } }
      fragment Wrapped on Cat { ...Names @include(if: $x) }
      fragment Names on Animal { name }
      """)
    #expect(text.contains("case cat: Cat"))
    #expect(text.contains("WrappedFragment"))
    #expect(text.contains("names: NamesData? when $x"))
  }

  @Test func `what has a marker is a case`() {
    let text = shape("{ animal { name ... on Pet { ...Names } } } fragment Names on Animal { name }")
    #expect(text.contains("case pet: Cat; later __isPet"))
  }
}
