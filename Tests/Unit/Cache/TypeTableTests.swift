import Apus
import Testing

@testable import ApusCache

/// The tables that generated code hands to a cache.
@Suite(.timeLimit(.minutes(15))) struct TypeTableTests {
  private func table(_ texts: String...) -> TypeTable {
    TypeTable(texts.map { GraphQLCacheSchema(table: $0) })
  }

  @Test(arguments: [
    "", ";", "2 Query - -", "1 Query -", "1 Query - - -", "1 Query - -;*!id x", "1 Query - -;A!id x",
    "1 Query - -;!id", "1 Query - -;A.b:C x", "1 Query - -;A@x?",
  ])
  func `a table of another version is reported, and the others are used`(_ text: String) {
    #expect(table(text).faults == [.unreadableSchema])
    let both = table(text, "1 Root - -;T!id")
    #expect(both.faults.first == .unreadableSchema)
    #expect(both.entries["T"]?.keys == ["id"])
  }

  @Test(
    arguments: [
      ("1 Query - -", "1 Root - -", "Root"), ("1 Query M -", "1 Query N -", "N"),
      ("1 Query - S", "1 Query - R", "R"),
      ("1 Query - -;*!id", "1 Query - -;*!key", "*"), ("1 Query - -;A!id", "1 Query - -;A!id,b", "A"),
      ("1 Query - -;A.b?c", "1 Query - -;A.b?d", "A"), ("1 Query - -;A.b?c", "1 Query - -;A.b?c*", "A"),
    ])
  func `of two tables that contradict each other the first counts`(one: String, other: String, name: String) {
    let both = table(one, other)
    #expect(both.faults == [.contradictorySchemas(name)])
    let first = table(one)
    #expect(both.roots == first.roots)
    #expect(both.commonKeys == first.commonKeys)
    #expect(both.entries["A"]?.keys == first.entries["A"]?.keys)
    #expect(both.entries["A"]?.lookups == first.entries["A"]?.lookups)
    #expect(table(one, one).faults.isEmpty)
  }

  @Test func `tables complete each other`() {
    let both = table(
      "1 Query - -;*!id;I=A,B;A.x:T", "1 Query M -;*@9;I=C;A!key@5.y@7;A@6.y@8.x@3;B.z!;Query.old@4000000000")
    #expect(both.faults.isEmpty)
    #expect(both.roots == [.query: "Query", .mutation: "M"])
    #expect(both.commonKeys == ["id"])
    #expect(both.entries["I"]?.possibleTypes == ["A", "B", "C"])
    #expect(both.keys["A"] == ["key"])
    #expect(both.keys["B"] == ["id"])
    #expect(["x", "y", "z"].map { both.maxAge(of: $0, in: "A") } == [3, 7, 5])
    #expect(both.maxAge(of: "z", in: "B") == 9)
    #expect(both.maxAge(of: "old", in: "Query") == CacheTime.longest)
    #expect(table("1 Query - -").maxAge(of: "z", in: "B") == CacheTime.noLimit)
    #expect(both.type(of: "x", in: "A") == "T")
    #expect(both.type(of: "y", in: "A") == "")
    #expect(both.isReplaced("z", in: "B"))
    #expect(!both.isReplaced("x", in: "A"))
    #expect(both.replacesFields)
    #expect(["A", "B", "C", "I"].map(both.isObject) == [true, true, true, false])
  }

  @Test func `two modules may limit the age of the same data`() throws {
    let text = "1 Query - -;*!id@9;A@5.x@3"
    #expect(table(text, text, "1 Query - -;*@8;A@4.x@2;B!key").faults.isEmpty)
    let scene = try Scene(limits: "Post@60.title@30;*!id@90;Post@60.title@30")
    #expect(scene.events.all.isEmpty)
  }

  @Test func `a connection has information about its page, and edges or nodes`() {
    let types = table(
      "1 Query - -;A.pageInfo:P.edges:E;B.pageInfo:P.nodes:N;C.pageInfo:P;D.edges:E.nodes:N")
    #expect(["A", "B", "C", "D", "E"].map(types.isConnection) == [true, true, false, false, false])
  }

  @Test func `a type is a part of itself, and of what has all its objects`() {
    let types = table("1 Query - -;I=A,B;J=A,B,C;K=A;E=;A!id")
    #expect(types.isSubset("A", of: "A"))
    #expect(types.isSubset("A", of: "I"))
    #expect(!types.isSubset("C", of: "I"))
    #expect(types.isSubset("I", of: "J"))
    #expect(!types.isSubset("J", of: "I"))
    #expect(!types.isSubset("I", of: "A"))
    #expect(!types.isSubset("K", of: "A"))
    #expect(!types.isSubset("E", of: "I"))
    #expect(!types.isSubset("Other", of: "I"))
  }
}
