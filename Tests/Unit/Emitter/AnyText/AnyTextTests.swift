import ApusSource
import ApusDocuments
import ApusSwiftModel
import ApusSchema
import ApusSyntax
import TestSupport
import Testing

@testable import ApusEmitter

/// Whatever a string holds, and however long it is, it comes through emission: what a reader of the Swift reads is what the
/// schema and the documents say.
@Suite(.computing, .timeLimit(.minutes(15))) struct AnyTextTests {
  static let optionSets: [GenerationOptions] = {
    var result: [GenerationOptions] = []
    for accessLevel in [GenerationOptions.AccessLevel.internal, .public] {
      for namespace in [nil, "Music"] {
        var options = GenerationOptions()
        options.accessLevel = accessLevel
        options.namespace = namespace
        result.append(options)
      }
    }
    return result
  }()

  @Test(arguments: optionSets.indices)
  func `every string survives`(_ set: Int) throws {
    var random = RandomText(seed: UInt64(set + 1))
    var sources: [String] = []
    for _ in 0..<250 {
      let texts = (0..<12).map { _ in random.text() }
      sources += try Self.check(texts, Self.optionSets[set])
    }
    #if os(macOS) || os(Linux)
      let errors = try SwiftParser.errors(in: sources)
      #expect(errors.isEmpty)
    #endif
  }

  #if os(macOS) || os(Linux)
    @Test(.enabled(if: SwiftParser.compiler != nil)) func `the parser finds faults`() throws {
      #expect(try SwiftParser.errors(in: ["let text = \"D,\n  Y\""]).contains("unterminated"))
    }
  #endif

  /// Emits a schema and documents with those texts wherever a text can stand, and reads them back.
  ///
  /// - Returns: the files.
  private static func check(_ texts: [String], _ options: GenerationOptions) throws -> [String] {
    let quoted = texts.map { StringLiteral.quoted($0) }
    let schema = """
      \(quoted[0]) type Query {
        \(quoted[1]) search(text: String = \(quoted[2]), by: Filter): Result @deprecated(reason: \(quoted[3]))
      }
      union Result = Album | Artist
      type Album { \(quoted[4]) title: String @deprecated(reason: \(quoted[5])) kind: Kind }
      type Artist { name: String! }
      \(quoted[6]) enum Kind { \(quoted[7]) LIVE @deprecated(reason: \(quoted[8])) }
      input Filter { \(quoted[9]) text: String = \(quoted[10]) @deprecated(reason: \(quoted[3])) kind: Kind }
      """
    let document = """
      \(quoted[7]) query ($text: String = \(quoted[11]), $by: Filter) {
        search(text: \(quoted[0]), by: { text: \(quoted[1]) }) {
          ... on Album { title kind theFirstAliasThatIsLong: title theSecondAliasThatIsLong: title }
          ...Named
        }
        other: search(text: $text, by: $by) { __typename }
      }
      fragment Named on Artist { name }
      """
    let names = NameTable()
    let loaded = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: schema)], names: names)
    #expect(loaded.diagnostics.isEmpty)
    let tree = SyntaxTree(names: names)
    let errors = Parser.parse(SourceFile(path: "Views/\(texts[2]).graphql", text: document), into: tree)
    #expect(errors.isEmpty)
    let program = Lowering.lower(DocumentIndex(tree, loaded.schema), options).program
    let emitter = Emitter(program, options)
    let files = [emitter.document(0), emitter.schema() ?? ""]
    let operation = try #require(program.operations.first)
    func literals(_ mark: String) throws -> [String] {
      try files.flatMap { try SwiftReader.literals(after: mark, in: $0) }
    }
    #expect(try literals("static var operationDocument: String {") == [operation.document])
    #expect(try literals("static var operationName: String {") == [operation.name])
    let reasons = try literals("@available(*, deprecated, message: ")
    #expect(Set(reasons) == [texts[3], texts[5]])
    let comments = files.joined().split(separator: "\n").compactMap { line -> Substring? in
      let line = line.drop { $0 == " " }
      return line.hasPrefix("///") ? line.dropFirst(3).drop { $0 == " " } : nil
    }
    let inComments = String.UnicodeScalarView(comments.joined().unicodeScalars.filter(isShown))
    for index in [1, 4, 6, 7, 9] {
      let expected = String.UnicodeScalarView(texts[index].unicodeScalars.filter(isShown))
      #expect(String(inComments).contains(String(expected)) || expected.isEmpty)
    }
    return files
  }

  /// Whether a comment shows a scalar as it is.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }
}

/// Texts of any length out of what Swift, GraphQL and line breaking could take for their own.
struct RandomText {
  private var state: UInt64

  private static let parts = [
    "\"", "\\", "#", "\"#", "\"##", "\\#", "\\(", "\\#(x)", "\\u{41}", "\\n", "\\\\", "\"\"\"", ", ", " ? ",
    " : ", " = ",
    " && ", " { ", " }", "(", ")", "[", "]", "<", ">", ".", "case ", "throw ", "typealias ", "//", "/*", "*/",
    "///", "`",
    "'", "$", "@", "!", "\n", "\r", "\r\n", "\t", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}",
    "\u{202E}",
    "\u{FEFF}", "é", "e\u{301}", "漢字", "👩‍👩‍👧", "\u{10FFFF}", "word", "D, Y", " ",
    String(repeating: "a", count: 40),
  ]

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func text() -> String {
    let count = next(8) == 0 ? next(60) : next(8)
    return (0..<count).map { _ in RandomText.parts[next(RandomText.parts.count)] }.joined()
  }

  /// A number below `limit`.
  private mutating func next(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }
}
