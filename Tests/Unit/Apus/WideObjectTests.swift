import Apus
import Testing

/// Objects of many members: order and number must not matter to what is read.
@Suite(.timeLimit(.minutes(15))) struct WideObjectTests {
  struct Wide: GraphQLObject {
    let a: Int
    let b: Int
    let again: Int
    let escaped: Int
    let isAbsent: Bool

    init(_reading reader: inout GraphQLReader) throws {
      a = try reader.int("key30")
      isAbsent = try !reader.has("absent")
      b = try reader.int("key7")
      again = try reader.int("key30")
      escaped = try reader.int("escaped")
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  @Test(arguments: [40, 200, 5_000]) func `members out of order`(count: Int) throws {
    var members = (0..<count).map { #""key\#($0)":\#($0)"# }
    members.insert(#""\u0065scaped":-1"#, at: 20)
    // Names that are there twice: the first counts.
    members += [#""key30":0"#, #""key7":0"#, #""escaped":0"#]
    for json in [members, members.dropLast(3).reversed()] {
      let wide = try Wide(json: "{" + json.joined(separator: ",") + "}")
      #expect(wide.a == 30 && wide.b == 7 && wide.again == 30 && wide.escaped == -1 && wide.isAbsent)
    }
  }

  struct LongNames: GraphQLObject {
    let first: Int
    let second: Int
    init(_reading reader: inout GraphQLReader) throws {
      first = try reader.int("averageNumberOfUsers1InEuropeByDay")
      second = try reader.int("averageNumberOfUsers2InEuropeByDay")
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  /// Names are compared eight bytes at a time; these differ neither in the first nor in the last of them.
  @Test func `long names that differ in the middle are two`() throws {
    let members = [
      #""averageNumberOfUsers1InEuropeByDay":1"#, #""averageNumberOfUsers2InEuropeByDay":2"#,
    ]
    for members in [members, members.reversed()] {
      let names = try LongNames(json: "{\(members.joined(separator: ","))}")
      #expect(names.first == 1 && names.second == 2)
    }
  }

  /// An object in which a member is missing, behind others that are read later.
  struct Inner: GraphQLObject {
    init(_reading reader: inout GraphQLReader) throws { _ = try reader.int("missing") }
    func _write(to writer: inout GraphQLWriter) {}
  }

  struct Part: GraphQLObject {
    init(_reading reader: inout GraphQLReader) throws { let _: Inner = try reader.selection("inner") }
    func _write(to writer: inout GraphQLWriter) {}
  }

  struct Whole: GraphQLObject {
    let part: Part?
    let note: String?
    let count: Int
    init(_reading reader: inout GraphQLReader) throws {
      part = try reader.fragmentOrNil("...Part", if: true)
      note = try reader.has("note") ? reader.string("note") : nil
      count = try reader.int("count")
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  @Test func `members within an object that could not be read are not those of the one around it`() throws {
    let whole = try Whole(json: #"{"inner":{"note":"inside","count":1},"count":2}"#)
    #expect(whole.part == nil && whole.note == nil && whole.count == 2)
  }

  struct Outer: GraphQLObject {
    let last: Int
    let wides: [Wide]
    init(_reading reader: inout GraphQLReader) throws {
      last = try reader.int("last")
      wides = try reader.selections("wides")
    }
    func _write(to writer: inout GraphQLWriter) {}
  }

  @Test func `wide objects within one that is out of order`() throws {
    let members = (0..<50).map { #""key\#($0)":{"x":[\#($0)]}"# }.joined(separator: ",")
    let wide = "{\(members)}".replacing(#""key30":{"x":[30]}"#, with: #""key30":30"#)
      .replacing(#""key7":{"x":[7]}"#, with: #""key7":7"#).replacing(
        #""key9":"#, with: #""escaped":4,"key9":"#)
    let outer = try Outer(json: #"{"wides":[\#(wide),\#(wide)],"last":1}"#)
    #expect(
      outer.wides.count == 2 && outer.wides[0] == outer.wides[1] && outer.wides[0].b == 7 && outer.last == 1)
    let more = Array(repeating: wide, count: 100).joined(separator: ",")
    #expect(try Outer(json: #"{"wides":[\#(more)],"last":1}"#).wides.count == 100)
    // An error while wide objects are open frees what they hold.
    #expect(throws: GraphQLDecodingError.self) {
      try Outer(json: #"{"last":1,"wides":[\#(wide),{\#(members)}]}"#)
    }
  }
}
