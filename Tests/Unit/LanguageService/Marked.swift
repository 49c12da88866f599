import ApusSource
import ApusDocuments
import ApusSchema
import ApusSyntax
import ApusValidation

@testable import ApusLanguageService

/// A document with `‸` for the caret, beside a schema and other documents.
struct Marked {
  let source: SourceFile
  let offset: Int
  let analysis: Analysis
  let diagnostics: [Diagnostic]
  let syntaxErrors: [Diagnostic]

  static let schema = """
    type Query { album(id: ID!, kind: Kind): Album search(text: String!, filter: Filter): [Result!]! node: Node }
    type Mutation { rate(rating: Rating!): Album rateAll(ratings: [Rating!]): Int }
    interface Node { id: ID! }
    "A record." type Album implements Node {
      id: ID! "On the cover." title: String! old: Int @deprecated(reason: "Use title.") artist: Artist kind: Kind
    }
    type Artist implements Node { id: ID! name: String! albums(first: Int!): [Album!]! }
    union Result = Album | Artist
    enum Kind { SINGLE LONG_PLAYER }
    input Filter { kind: Kind kinds: [Kind!] nested: Filter year: Int! }
    directive @old(reason: String) on VARIABLE_DEFINITION
    input Rating @oneOf { stars: Int text: String }
    """

  init(
    _ marked: String, others: String..., schema sdl: String = Marked.schema,
    options: ValidationOptions = ValidationOptions()
  ) {
    let parts = marked.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
    source = SourceFile(path: "a.graphql", text: parts.joined())
    offset = parts[0].utf8.count
    let names = NameTable()
    let schema = SchemaLoader.load([SourceFile(path: "s.graphqls", text: sdl)], names: names).schema
    let tree = SyntaxTree(names: names)
    let source = source
    syntaxErrors = Parser.parse(source, into: tree).map { $0.diagnostic(in: source) }
    for (number, text) in others.enumerated() {
      _ = Parser.parse(SourceFile(path: "\(number).graphql", text: text), into: tree)
    }
    let index = DocumentIndex(tree, schema)
    analysis = Analysis(index)
    diagnostics = Validator.validate(index, options: options)
  }

  /// The labels of what is offered.
  var labels: [String] { analysis.completion(in: source, at: offset).candidates.map(\.label) }

  var symbol: SymbolAtPlace? { analysis.symbol(in: source, at: offset) }

  /// The text with edits in it applied.
  func applying(_ edits: [(place: SourceRange, text: String)]) -> String {
    var text = Array(source.text(0, source.count).utf8)
    for edit in edits.filter({ $0.place.file === source }).sorted(by: { $0.place.start > $1.place.start }) {
      text.replaceSubrange(edit.place.start..<edit.place.end, with: edit.text.utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
