import Apus
import Testing

/// Objects of many members: order and number must not matter to what is read.
@Suite(.timeLimit(.minutes(5))) struct WideObjectTests {
  struct Wide: GraphQLObject {
    let a: Int
    let b: Int
    let again: Int
    let escaped: Int
    let isAbsent: Bool

    init(_reading reader: inout ObjectReader) throws {
      a = try reader.int("key30")
      isAbsent = try !reader.has("absent")
      b = try reader.int("key7")
      again = try reader.int("key30")
      escaped = try reader.int("escaped")
    }
    func _write(to writer: inout ObjectWriter) {}
  }

  @Test(arguments: [40, 200, 5_000]) func membersOutOfOrder(count: Int) throws {
    var members = (0..<count).map { #""key\#($0)":\#($0)"# }
    members.insert(#""\u0065scaped":-1"#, at: 20)
    // Names that are there twice: the first counts.
    members += [#""key30":0"#, #""key7":0"#, #""escaped":0"#]
    for json in [members, members.dropLast(3).reversed()] {
      let wide = try Wide(json: "{" + json.joined(separator: ",") + "}")
      #expect(wide.a == 30 && wide.b == 7 && wide.again == 30 && wide.escaped == -1 && wide.isAbsent)
    }
  }

  struct Outer: GraphQLObject {
    let last: Int
    let wides: [Wide]
    init(_reading reader: inout ObjectReader) throws {
      last = try reader.int("last")
      wides = try reader.selections("wides")
    }
    func _write(to writer: inout ObjectWriter) {}
  }

  @Test func wideObjectsWithinOneThatIsOutOfOrder() throws {
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
