import ReferencePrinter
import ApusSource
import Foundation
import TestSupport
import Testing

@testable import ApusSyntax

/// What a node is, apart from where it stands.
private struct Shape: Equatable {
  var kind: NodeKind
  var flags: UInt8
  var name: String
  /// Of a field its alias.
  var alias: String
  /// Of a string its value, of a number its text.
  var text: String
  var size: Int
}

extension SyntaxTree {
  fileprivate func shapes(_ root: NodeID) -> [Shape] {
    (root..<Int(nodes[root].next)).map { node in
      let entry = nodes[node]
      var flags = entry.flags
      // `query { a }` is printed in the short form.
      if entry.kind == .operation { flags &= ~NodeFlag.shorthand }
      let text: String =
        switch entry.kind {
        case .stringValue, .description: stringValue(node)
        case .intValue, .floatValue: self.text(of: node)
        default: ""
        }
      let alias = entry.kind == .field ? names.string(entry.extra) : ""
      return Shape(
        kind: entry.kind, flags: flags, name: name(node), alias: alias, text: text,
        size: Int(entry.next) - node)
    }
  }
}

/// Texts of the repository's own samples, and one that has everything.
private let documents: [String] = {
  let files =
    FileManager.default.enumerator(at: Repository.samples, includingPropertiesForKeys: nil)?.allObjects ?? []
  let urls = files.compactMap { $0 as? URL }.filter { $0.pathExtension.hasPrefix("graphql") }
  return urls.compactMap { try? String(contentsOf: $0, encoding: .utf8) } + [everything]
}()

private let everything = #"""
  "About" query Q("Which" $id: [ID!]! = ["a", 1, -2.5e3, true, null, E, {b: []}] @d, $o: I) @e {
    b: a(x: {y: $id, z: {}}, s: "\u{1F600} \" \\ \t", t: """
      block
        string
    """) @f(a: 1) { ...F @g ... on T { c } ... @skip(if: false) { d } ... { e } }
  }
  subscription { s } mutation M { m } { a } query { q }
  """About F""" fragment F on T @d { a }
  "S" schema @d { query: Q mutation: M }
  "T" type T implements A & B @d { "f" f("a" a: [[Int!]]! = [[1]] @e, b: Int): Int! @g }
  interface I implements A { a: Int } scalar S @d union U = | A | B enum E { "a" A @d B }
  "i" input I { a: Int = 1 @d b: [I!] } directive @d("a" a: Int) @e @f(g: 1) repeatable on | FIELD | OBJECT
  extend schema @d extend type T @d extend interface I { b: Int } extend union U = C
  extend directive @d @e { a {} ... on T {} } query Q {}
  extend enum E { C } extend input I { c: Int } extend scalar S @e
  """#

@Suite(.timeLimit(.minutes(15))) struct RoundTripTests {
  @Test func `samples are found`() { #expect(documents.count > 40) }

  @Test(arguments: documents)
  func `a printed document has the same nodes`(text: String) throws {
    let parsed = Parsed(text)
    #expect(parsed.summary.isEmpty)
    let printed = Parsed(parsed.printed)
    #expect(printed.summary.isEmpty)
    #expect(
      Array(parsed.tree.definitions.map(parsed.tree.shapes))
        == printed.tree.definitions.map(printed.tree.shapes))
    #expect(printed.printed == parsed.printed)
    let minified = Parsed(try written(parsed.source))
    // The form of a string is not kept.
    func shapes(_ tree: SyntaxTree) -> [[Shape]] {
      tree.definitions.map { definition in
        tree.shapes(definition).map { shape in
          var shape = shape
          if shape.kind == .stringValue || shape.kind == .description { shape.flags &= ~NodeFlag.block }
          return shape
        }
      }
    }
    #expect(shapes(parsed.tree) == shapes(minified.tree))
  }

  /// The text of each node, put where such a node may stand, parses to the same node: its range is right.
  @Test(arguments: documents)
  func `text of each node is that node`(text: String) {
    let parsed = Parsed(text)
    for node in 0..<parsed.tree.count {
      guard let (before, after) = surroundings(of: node, in: parsed.tree) else { continue }
      for inner in [parsed.tree.text(of: node), Printer.print(node, of: parsed.tree)] {
        let alone = Parsed(before + inner + after)
        #expect(alone.summary.isEmpty, "\(parsed.tree.kind(node)): \(inner)")
        let kind = parsed.tree.kind(node)
        let shapes = parsed.tree.shapes(node)
        let found = (0..<alone.tree.count).first {
          alone.tree.kind($0) == kind && alone.tree.nodes[$0].start >= before.utf8.count
        }
        #expect(found.map(alone.tree.shapes) == shapes, "\(kind): \(inner)")
        if let found, inner == parsed.tree.text(of: node) { #expect(alone.tree.text(of: found) == inner) }
      }
    }
  }

  private func surroundings(of node: NodeID, in tree: SyntaxTree) -> (String, String)? {
    switch tree.kind(node) {
    case .operation, .fragmentDefinition, .schemaDefinition, .scalarType, .objectType, .interfaceType,
      .unionType, .enumType, .inputObjectType, .directiveDefinition:
      ("", "")
    case .selectionSet: ("query ", "")
    case .field, .fragmentSpread, .inlineFragment: ("{ ", " }")
    case .variableDefinition: ("query (", ") { a }")
    case .argument: ("{ a(", ") }")
    case .directive: ("{ a ", " }")
    case .namedType, .listType: ("query ($a: ", ") { a }")
    case .variable, .intValue, .floatValue, .stringValue, .booleanValue, .nullValue, .enumValue, .listValue,
      .objectValue:
      ("{ a(b: ", ") }")
    case .objectField: ("{ a(b: {", "}) }")
    case .operationTypeDefinition: ("schema { ", " }")
    case .fieldDefinition: ("type T { ", " }")
    case .inputValueDefinition: ("input T { ", " }")
    case .enumValueDefinition: ("enum T { ", " }")
    case .directiveLocation: ("directive @d on ", "")
    case .description: ("", " scalar S")
    }
  }

  /// Children stand in order within their parent, and names where the tree says.
  @Test(arguments: documents)
  func `ranges nest`(text: String) {
    let parsed = Parsed(text)
    let tree = parsed.tree
    for node in 0..<tree.count {
      var position = tree.nodes[node].start
      for child in tree.children(node) {
        #expect(tree.nodes[child].start >= position)
        position = tree.nodes[child].end
      }
      #expect(position <= tree.nodes[node].end)
      guard tree.nodes[node].name != 0 else { continue }
      let range = tree.nameRange(of: node)
      let isAliased = tree.kind(node) == .field && tree.nodes[node].extra != 0
      let name = isAliased ? tree.names.string(tree.nodes[node].extra) : tree.name(node)
      #expect(range.file.text(range.start, range.end) == name)
    }
  }
}
