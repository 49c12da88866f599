import Apus
import Testing

@testable import ApusCache

/// Variables as canonical text, and the keys that arguments are.
@Suite(.timeLimit(.minutes(15))) struct PlanValueTests {
  private func value(_ name: String, _ json: String) throws -> String? {
    var text: [UInt8] = []
    let isThere = try PlanVariables(json: Array(json.utf8)).append(Array(name.utf8), to: &text)
    #expect(isThere || text.isEmpty)
    return isThere ? String(decoding: text, as: UTF8.self) : nil
  }

  @Test(
    arguments: [
      ("1", "1"), ("0", "0"), ("-1", "-1"), ("999999999999999999", "999999999999999999"), ("true", "true"),
      ("1.0", "1"), ("1e2", "100"), ("1.50", "1.5"), ("1234567890123456789", "1234567890123456789"),
      ("false", "false"), ("null", "null"), ("\"x\"", "\"x\""), ("\"\"", "\"\""), (#""\u0041\/""#, #""A/""#),
      ("{ \"c\" : 1, \"b\" : [ 2 , \"x\" ] }", #"{"b":[2,"x"],"c":1}"#), ("[]", "[]"), ("{}", "{}"),
    ])
  func `equal variables have equal text`(_ json: String, _ text: String) throws {
    #expect(try value("a", "{\"a\":\(json)}") == text)
    #expect(try value("b", " { \"ab\" : 1 , \"b\" : \(json) , \"a\" : \(json) } ") == text)
    #expect(try value("a", "{\"b\":\(json)}") == nil)
  }

  @Test func `variables are true, or by default`() throws {
    let variables = try PlanVariables(json: Array("{\"a\":true,\"b\":false,\"c\":\"true\",\"d\":null}".utf8))
    let (yes, no) = (Array("true".utf8), Array("false".utf8))
    #expect(
      ["a", "b", "c", "d", "e"].map { variables.isTrue($0, nil) } == [true, false, false, false, false])
    #expect(
      ["a", "b", "c", "d", "e"].map { variables.isTrue($0, yes) } == [true, false, false, false, true])
    #expect(!variables.isTrue("e", no) && variables.isTrue("a", no))
    #expect(PlanVariables.none.isTrue("a", yes) && !PlanVariables.none.isTrue("a", nil))
  }

  private func elements(
    _ paths: [[String]], listed: Int? = nil, _ arguments: [String: GraphQLValue], types: [String] = ["T"]
  ) -> [[String]]? {
    PlanLookup(TypeTable.Lookup(paths: paths, listed: listed), arguments, types: types)?.elements
  }

  @Test func `arguments identify one object`() {
    #expect(elements([["id"]], ["id": "1"]) == [["T:1"]])
    #expect(elements([["id"]], ["id": 1]) == [["T:1"]])
    #expect(elements([["id"]], ["id": "1"], types: ["T", "U"]) == [["T:1", "U:1"]])
    #expect(elements([["where", "id"]], ["where": ["id": "1"]]) == [["T:1"]])
    #expect(elements([["row"], ["number"]], ["row": "A", "number": 1]) == [[#"T:["A","1"]"#]])
    for arguments: [String: GraphQLValue] in [
      [:], ["id": .null], ["id": ""], ["id": ["1"]], ["id": ["a": "1"]], ["other": "1"],
    ] {
      #expect(elements([["id"]], arguments) == nil)
    }
    #expect(elements([["where", "id"]], ["where": "1"]) == nil)
    #expect(elements([["where", "id"]], ["where": [:]]) == nil)
    #expect(elements([["row"], ["number"]], ["row": "A"]) == nil)
    #expect(elements([["row"], ["number"]], ["row": "A", "number": .null]) == nil)
    #expect(elements([["id"]], ["id": "1"], types: []) == nil)
  }

  @Test func `a list of keys identifies several objects, and one value is a list of one`() {
    #expect(elements([["ids"]], listed: 0, ["ids": ["1", 2]]) == [["T:1"], ["T:2"]])
    #expect(elements([["ids"]], listed: 0, ["ids": "1"]) == [["T:1"]])
    #expect(
      elements([["row"], ["numbers"]], listed: 1, ["row": "A", "numbers": [1, 2]]) == [
        [#"T:["A","1"]"#], [#"T:["A","2"]"#],
      ])
    #expect(elements([["ids"]], listed: 0, ["ids": []]) == nil)
    #expect(elements([["ids"]], listed: 0, ["ids": ["1", .null]]) == nil)
    #expect(elements([["ids"]], listed: 0, ["ids": .null]) == nil)
  }

  @Test func `the record of candidates is the only one that is known`() {
    let (empty, gone) = (Blob(Blob.empty(isDeleted: false)), Blob(Blob.empty(isDeleted: true)))
    defer {
      empty.base.deallocate()
      gone.base.deallocate()
    }
    let records: [String: UInt32] = ["T:1": 1, "U:1": 2, "V:1": 3]
    func record(_ keys: [String]) -> UInt32? {
      PlanLookup.record(keys, { records[$0] }, { $0 == 1 ? empty : $0 == 4 ? nil : gone })
    }
    #expect(record([]) == nil && record(["W:1"]) == nil && record(["T:1"]) == nil)
    #expect(record(["U:1"]) == 2 && record(["T:1", "U:1", "W:1"]) == 2)
    #expect(record(["U:1", "V:1"]) == nil)
  }
}
