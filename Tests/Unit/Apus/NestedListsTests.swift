import Apus
import Foundation
import Testing

/// Lists within lists, of any length: the elements of the outer ones stay what they are while those of the inner ones are read.
@Suite(.timeLimit(.minutes(15))) struct NestedListsTests {
  struct Node: GraphQLObject {
    let name: String
    let children: [Node]
    let sparse: [Leaf?]

    init(_reading reader: inout GraphQLReader) throws {
      name = try reader.string("name")
      children = try reader.selections("children")
      sparse = try reader.sparseSelections("sparse")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.string("name", name)
      writer.selections("children", children)
      writer.sparseSelections("sparse", sparse)
    }
  }

  /// Aligned to more than memory is by itself.
  struct Leaf: GraphQLObject {
    let lanes: SIMD8<Double>

    init(_reading reader: inout GraphQLReader) throws { lanes = SIMD8(repeating: try reader.double("lane")) }
    func _write(to writer: inout GraphQLWriter) { writer.double("lane", lanes[7]) }
  }

  private static func node(_ name: String, _ children: [String]) -> String {
    let leaves = (0..<name.count % 5).map { $0 == 1 ? "null" : #"{"lane":\#($0).5}"# }
    return
      #"{"name":"\#(name)","children":[\#(children.joined(separator: ","))],"sparse":[\#(leaves.joined(separator: ","))]}"#
  }

  private static func tree(_ name: String, _ widths: ArraySlice<Int>) -> String {
    guard let width = widths.first else { return node(name, []) }
    return node(name, (0..<width).map { tree("\(name).a name of some length \($0)", widths.dropFirst()) })
  }

  @Test(arguments: [[1, 1, 1, 1], [300], [2, 300], [300, 2], [7, 6, 5, 4, 3], [40, 40], [3, 500, 3]])
  func `read as they stand`(widths: [Int]) throws {
    let json = Self.tree("root", widths[...])
    let tree = try Node(json: json)
    #expect(try String(decoding: tree.json(), as: UTF8.self) == json)
  }

  @Test(arguments: [[9, 30, 9], [300, 3]]) func `an error among them frees what was read`(widths: [Int])
    throws
  {
    let json = Self.tree("root", widths[...])
    let last = try #require(json.range(of: #""name""#, options: .backwards))
    let error = #expect(throws: GraphQLDecodingError.self) {
      try Node(json: json.replacingCharacters(in: last, with: #""nome""#))
    }
    let indices = widths.map { "children[\($0 - 1)]" }.joined(separator: ".")
    #expect(error?.path.description == indices + ".name")
  }

  /// A scalar that holds an object of Swift's, so that it shows whether the memory of an element is freed.
  private final class Token: Hashable, Sendable {
    @TaskLocal static var current = Token()
    static func == (first: Token, second: Token) -> Bool { first === second }
    func hash(into hasher: inout Hasher) {}
  }

  private enum TokenCodec: GraphQLCodec {
    static func read(from reader: inout GraphQLReader) throws -> Token {
      _ = try reader.readInt()
      return Token.current
    }
    static func write(_ value: Token, to writer: inout GraphQLWriter) { writer.writeInt(0) }
  }

  private struct Held: GraphQLObject {
    let token: Token
    init(_reading reader: inout GraphQLReader) throws {
      token = try reader.scalar("token", as: TokenCodec.self)
    }
    func _write(to writer: inout GraphQLWriter) { writer.scalar("token", token, as: TokenCodec.self) }
  }

  private struct Holders: GraphQLObject {
    let list: [Held]?
    let sparse: [Held?]?
    init(_reading reader: inout GraphQLReader) throws {
      list = try reader.selectionsOrNil("list")
      sparse = try reader.sparseSelectionsOrNil("sparse")
    }
    func _write(to writer: inout GraphQLWriter) {
      writer.selections("list", list)
      writer.sparseSelections("sparse", sparse)
    }
  }

  @Test(arguments: [0, 1, 2, 500])
  func `elements are freed, whether or not a later one fails`(count: Int) throws {
    let elements = (0..<count).map { _ in #"{"token":1},"# }.joined()
    let lasts = [(#"{"token":1}"#, false), (#"{"token":"1"}"#, true), (#"{"token":1}x"#, true)]
    for (last, fails) in lasts {
      for text in [
        #"{"list":[\#(elements)\#(last)],"sparse":null}"#, #"{"list":null,"sparse":[\#(elements)\#(last)]}"#,
        #"{"list":[\#(elements){"token":1}],"sparse":[null,\#(elements)\#(last)]}"#,
      ] {
        weak var token: Token?
        let made = Token.$current.withValue(Token()) {
          token = Token.current
          return (try? Holders(json: text)) != nil
        }
        #expect(made == !fails && token == nil, "\(text.prefix(80))")
      }
    }
  }
}
