import ApusSwiftModel
import Testing

@testable import ApusEmitter

/// The modules that a file imports, by what it uses.
@Suite(.timeLimit(.minutes(15))) struct ImportsTests {
  private func texts(
    _ level: GenerationOptions.AccessLevel, _ one: String, _ other: String, schema: String
  ) -> [String] {
    var options = GenerationOptions()
    options.accessLevel = level
    options.scalars["Money"] = .init(type: "Price", codec: "PriceCodec", imports: ["Shop"])
    options.scalars["Weight"] = .init(type: "Grams", codec: "GramsCodec", imports: ["Scales"])
    let emitter = Emitter(one, other, schema: schema, options)
    return [emitter.document(0), emitter.document(1), emitter.schema() ?? ""]
  }

  private static let schema = """
    scalar Money
    scalar Weight
    type Query {
      price: Money
      "The PriceCodec reads Price."
      PriceCodec: Int
      find(by: By, kind: Kind): Int
    }
    input By { weight: Weight, kind: Kind }
    enum Kind { a }
    """

  @Test func `each file that reads a scalar imports the module of its codec`() {
    let texts = texts(.internal, "query A { price }", "query B { price }", schema: Self.schema)
    for text in texts.prefix(2) { #expect(text.contains("import Shop\n")) }
  }

  @Test func `a file that only has the name of a codec does not import the codec's module`() {
    let texts = texts(.internal, "query A { price }", "query B { PriceCodec }", schema: Self.schema)
    #expect(!texts[1].contains("import Shop\n"))
  }

  @Test func `the file of input objects imports the modules of their scalars`() {
    let document = "query A($by: By) { find(by: $by) }"
    let texts = texts(.internal, document, "query B { price }", schema: Self.schema)
    #expect(!texts[0].contains("import Scales\n"))
    #expect(texts[2].contains("import Scales\n"))
    #expect(!texts[2].contains("import Shop\n"))
  }

  @Test func `a file of enums that extends nothing of the runtime has no signature with its types`() {
    let document = "query A($kind: Kind!) { find(kind: $kind) }"
    let conforming = texts(.public, document, "query B { price }", schema: Self.schema)
    #expect(conforming[2].contains("public import Apus\n"))
    // For the value of another name, the file extends `GraphQLNullable`.
    let used = texts(.package, document, "query B { price }", schema: Self.schema)
    #expect(used[2].contains("package import Apus\n"))
    let schema = Self.schema.replacing("Kind { a }", with: "Kind { value }")
    let unused = texts(.package, document, "query B { price }", schema: schema)
    #expect(!unused[2].contains("package import Apus\n"))
    #expect(unused[0].contains("package import Apus\n"))
  }
}
