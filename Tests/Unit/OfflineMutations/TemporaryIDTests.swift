import Apus
import Testing

@testable import ApusCache
@testable import ApusOfflineMutations

@Suite(.timeLimit(.minutes(15))) struct TemporaryIDTests {
  @Test func `identifiers are replaced wherever they are in variables`() throws {
    var ids = TemporaryIDs()
    let (known, other) = (TemporaryIDs.make(), TemporaryIDs.make())
    _ = try ids.note(known, is: "s1")
    let text = """
      {"a":"\(known)","b":["\(known)","\(other)",1,null,true],"c":{"d":"\(known)"},"e":"x \(known)","\(known)":2}
      """
    let value = try GraphQLValue(json: ids.resolved(text))
    #expect(
      value == [
        "a": "s1", "b": ["s1", .string(other), 1, .null, true], "c": ["d": "s1"], "e": .string("x \(known)"),
        known: 2,
      ])
    #expect(ids.unresolved(in: text) == [other])
    #expect(ids.unresolved(in: "{\"a\":[{\"b\":\"\(other)\"}],\"c\":1}") == [other])
    #expect(ids.unresolved(in: "{\"a\":\"\(known)\",\"b\":null}") == [])
    // Text without an identifier stays byte for byte.
    #expect(ids.resolved("{ \"a\" : 1.0 }") == "{ \"a\" : 1.0 }")
  }

  @Test func `ten thousand identifiers are remembered, and the oldest goes first`() throws {
    var ids = TemporaryIDs()
    for number in 1...10_000 { #expect(try ids.note("t\(number)", is: "s\(number)").count == 1) }
    #expect(ids.real["t1"] == "s1")
    let changes = try ids.note("t10001", is: "s10001")
    #expect(changes.map(\.number) == [10_001, 1])
    #expect(changes.map(\.table) == [.fields, .fields])
    #expect(changes.map { $0.bytes == nil } == [false, true])
    #expect(ids.real["t1"] == nil)
    #expect(ids.real["t2"] == "s2")
    #expect(ids.real["t10001"] == "s10001")
  }

  @Test func `a row that is not a pair is left alone`() throws {
    var ids = TemporaryIDs()
    #expect(throws: TemporaryIDs.NoPair.self) { try ids.take(5, ["a"]) }
    #expect(throws: TemporaryIDs.NoPair.self) { try ids.take(4, ["a", "b", "c"]) }
    #expect(ids.real.isEmpty)
    try ids.take(9, ["t9", "s9"])
    try ids.take(3, ["t3", "s3"])
    // Numbers go on after the highest.
    #expect(try ids.note("t", is: "s").map(\.number) == [10])
    #expect(ids.real == ["t9": "s9", "t3": "s3", "t": "s"])
  }

  @Test func `after the highest number, numbers begin again`() throws {
    var ids = TemporaryIDs()
    try ids.take(.max, ["t1", "s1"])
    try ids.take(0, ["t2", "s2"])
    #expect(try ids.note("t", is: "s").map(\.number) == [1])
    #expect(ids.real == ["t1": "s1", "t2": "s2", "t": "s"])
  }
}
