import ApusDocuments
import ApusSchema
import ApusSource
import ApusSyntax
import Foundation
import TestSupport
import TestSupport
import Testing

@testable import ApusLanguageService

/// Documents while someone types: cut off anywhere, or without some tokens.
@Suite(.computing, .timeLimit(.minutes(15))) struct BrokenTextTests {
  private struct Sample {
    let analysis: Analysis
    let source: SourceFile
  }

  /// The documents of a sample and of the test's own schema.
  private let samples: [Sample] = {
    var found: [Sample] = []
    let folder = Repository.samples.appendingPathComponent("music")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let paths = (files?.compactMap { $0 as? URL } ?? []).map(\.path).filter { $0.hasSuffix(".graphql") }
      .sorted()
    let names = NameTable()
    func source(_ path: String) -> SourceFile? {
      FileManager.default.contents(atPath: path).map { SourceFile(path: path, bytes: Array($0)) }
    }
    if let sdl = source(folder.appendingPathComponent("schema.graphqls").path) {
      let schema = SchemaLoader.load([sdl], names: names).schema
      let tree = SyntaxTree(names: names)
      let sources = paths.compactMap(source)
      for source in sources { _ = Parser.parse(source, into: tree) }
      let analysis = Analysis(DocumentIndex(tree, schema))
      found += sources.map { Sample(analysis: analysis, source: $0) }
    }
    let own = Marked(
      """
      "A query" query A($f: Filter = { kinds: [SINGLE] year: 1 } @old(reason: "no"), $k: [Kind!]!) @skip(if: false) {
        # An alias.
        first: album(id: "1", kind: SINGLE) @include(if: true) { title ...F(x: 1) }
        search(text: \"""
          a } # block
          \""", filter: { nested: { kinds: [SINGLE, LONG_PLAYER] } year: 2 }) { ... on Album { id } ... @skip(if: $s) { __typename } }
      }
      fragment F($x: Int = -1.5) on Album { artist { albums(first: $x) { id } } }
      mutation { rateAll(ratings: []) }
      """)
    return found + [Sample(analysis: own.analysis, source: own.source)]
  }()

  /// Ranges of selections and the outline follow nodes by their ends: each has to be closed, whatever is broken.
  @Test(arguments: [
    "type A {\n  name(first)\n  g: Int\n}", "type A { f(a: !) g: Int }", "type A { f(a: !, b: Int }",
    "input A { a: [!] = { b: 1. } c: Int }", "{ a(x: 1.) { b } c { b } }",
    "type A { f(a: Int = [) @x(y: ) g(: Int): Int } enum B { ( C }",
    "interface A { f(a(: B) g: } union C = |",
  ])
  func `every node of broken text has an end, also after cuts`(_ text: String) {
    let bytes = Array(text.utf8)
    for cut in 0..<bytes.count {
      for rest in [Array(bytes[..<cut]), Array(bytes[..<cut] + bytes[(cut + 1)...])] {
        let tree = SyntaxTree(names: NameTable())
        _ = Parser.parse(SourceFile(path: "a.graphql", bytes: rest), into: tree, options: .tolerant)
        for node in 0..<tree.count {
          let entry = tree.nodes[node]
          #expect(
            entry.end >= entry.start && entry.next > node,
            "\(node) of \(String(decoding: rest, as: UTF8.self))")
        }
      }
    }
  }

  /// Checks that the semantic tokens cover each name, number, string and comment once, in order, and asks for everything at a place.
  private func expectCovered(_ text: String, in sample: Sample, at offset: Int, _ comment: String) {
    let source = SourceFile(path: "broken.graphql", text: text)
    let tokens = SemanticTokens(source, in: 0..<source.count, nil).tokens
    for (token, next) in zip(tokens, tokens.dropFirst()) where token.end > next.start {
      Issue.record("\(comment): \(source.text(token.start, next.end)) overlap")
    }
    let starts = Set(tokens.flatMap { Array($0.start..<$0.end) })
    var scanner = TokenScanner(source, NameTable())
    while let token = scanner.next() {
      switch token.kind {
      case .name, .int, .float, .string, .blockString:
        if !starts.contains(token.start) {
          Issue.record("\(comment): \(source.text(token.start, token.end))")
        }
      default: continue
      }
    }
    _ = sample.analysis.completion(in: source, at: offset)
    _ = sample.analysis.symbol(in: source, at: offset)
    _ = sample.analysis.signatureHelp(in: source, at: offset)
  }

  @Test(arguments: [
    ("query A { album(id: 1 { artist { name", ["A", "album", "artist"]),
    ("type T { a: [Int c: Int", ["T", "a", "c"]),
    ("enum E { A @d( B }", ["E", "A"]), ("query A { album { artist { name", ["A", "album", "artist"]),
    ("fragment F { a { b } }", ["F", "a"]), ("fragment { a { b } } nothing { a }", []),
  ])
  func `the outline shows definitions that do not parse`(_ text: String, _ names: [String]) {
    func all(_ items: [OutlineItem]) -> [String] { items.flatMap { [$0.name] + all($0.children) } }
    #expect(all(Outline(SourceFile(path: "a.graphql", text: text)).items) == names)
  }

  @Test func `a text that is cut off at any byte has colours, and completions for its end`() {
    for sample in samples {
      for end in 0...sample.source.count {
        expectCovered(sample.source.text(0, end), in: sample, at: end, "cut at \(end)")
      }
    }
  }

  @Test(arguments: 1...60) func `a text without some of its tokens has colours and completions everywhere`(
    _ seed: UInt64
  ) {
    var random = Seeded(state: seed)
    for sample in samples {
      let text = random.damage(sample.source, within: 0..<sample.source.count)
      expectCovered(text, in: sample, at: random.next(text.utf8.count + 1), "seed \(seed)")
    }
  }

  /// Text after the caret and earlier definitions only decide which names are already given.
  @Test(arguments: 1...60) func `damage elsewhere does not change what is offered`(_ seed: UInt64) throws {
    var random = Seeded(state: seed)
    let sample = try #require(samples.last)
    let whole = sample.source.text(0, sample.source.count)
    let start = whole.utf8.count + 1
    // A definition begins afresh at its keyword, which its description precedes.
    let second = whole.dropFirst("\"A query\" ".count)
    let text = SourceFile(path: "two.graphql", text: whole + "\n" + second)
    let caret = start + random.next(second.utf8.count)
    let before = random.damage(text, within: 0..<start - 1)
    let after = random.damage(text, within: caret..<text.count)
    let broken = SourceFile(path: "broken.graphql", text: before + "\n" + text.text(start, caret) + after)
    let offset = broken.count - after.utf8.count
    let wanted = sample.analysis.completion(in: text, at: caret)
    let found = sample.analysis.completion(in: broken, at: offset)
    // A missing bracket adds more names to the list.
    let names = after.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_") }.map(String.init)
    let missing = Set(wanted.candidates.map(\.label)).subtracting(found.candidates.map(\.label) + names)
    #expect(missing.isEmpty, "\(text.text(start, caret))‸ seed \(seed)")
  }
}

/// Reproducible damage.
private struct Seeded {
  var state: UInt64

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, count)
  }

  /// The text of a range without one to four of its tokens.
  mutating func damage(_ source: SourceFile, within range: Range<Int>) -> String {
    var tokens: [Range<Int>] = []
    var scanner = TokenScanner(source, NameTable(), start: range.lowerBound)
    while let token = scanner.next(), token.start < range.upperBound {
      tokens.append(token.start..<token.end)
    }
    for _ in 0..<1 + next(4) where !tokens.isEmpty { tokens.remove(at: next(tokens.count)) }
    // The other tokens keep their lines and columns.
    var text = ""
    var line = -1
    for token in tokens {
      let current = source.line(at: token.lowerBound)
      text +=
        line < 0 || current == line
        ? " " : "\n" + String(repeating: " ", count: column(of: token, in: source))
      line = current
      text += source.text(token.lowerBound, token.upperBound)
    }
    return line < 0 ? "" : text
  }

  private func column(of token: Range<Int>, in source: SourceFile) -> Int {
    token.lowerBound - source.lineBounds(source.line(at: token.lowerBound)).start
  }
}
