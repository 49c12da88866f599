import Apus
import Testing

@testable import ApusClient

@Suite(.timeLimit(.minutes(15))) struct IncrementalMergerTests {
  private func merged(_ payloads: String...) throws -> (GraphQLValue, IncrementalMerger) {
    var merger = IncrementalMerger(["L": "...L@defer", "Slow": "...Slow@defer", "A": "...A@defer"])
    for payload in payloads { try merger.take(GraphQLValue(json: payload)) }
    return (merger.response, merger)
  }

  @Test func `a server that knows nothing of it`() throws {
    let (response, merger) = try merged(#"{"data":{"a":1},"extensions":{"x":2}}"#)
    #expect(response == ["data": ["a": 1], "extensions": ["x": 2]])
    #expect(merger.isComplete)
    #expect(try merged(#"{"errors":[{"message":"no"}]}"#).0 == ["errors": [["message": "no"]]])
  }

  @Test func `the format of 2022`() throws {
    let (response, merger) = try merged(
      #"{"data":{"hero":{"id":"1"},"list":["a"]},"hasNext":true}"#,
      #"{"incremental":[{"path":["hero"],"label":"L","data":{"name":"R2","friends":[{"id":"2"}]}}],"hasNext":true}"#,
      #"{"incremental":[{"path":["list",1],"items":["b","c"]},{"path":["hero","friends",0],"data":{"name":"Leia"}}],"hasNext":true}"#,
      #"{"incremental":[{"path":["hero"],"label":"Slow","data":null,"errors":[{"message":"slow"}]}],"hasNext":true}"#,
      #"{"hasNext":false}"#)
    #expect(
      response == [
        "data": [
          "hero": [
            "id": "1", "name": "R2", "friends": [["id": "2", "name": "Leia"]],
            "...L@defer": true, "...Slow@defer": [["message": "slow"]],
          ],
          "list": ["a", "b", "c"],
        ],
        "errors": [["message": "slow"]],
      ])
    #expect(merger.isComplete)
    #expect(merger.failed == [.init(path: ["hero"], label: "Slow")])
  }

  @Test func `the format of the draft`() throws {
    let (response, merger) = try merged(
      #"{"data":{"a":{"b":{}},"list":[1]},"pending":[{"id":"0","path":["a"],"label":"A"},{"id":"1","path":["list"]}],"incremental":[{"id":"0","subPath":["b"],"data":{"c":1}}],"hasNext":true}"#,
      #"{"incremental":[{"id":"1","path":["list"],"items":[2,3]}],"completed":[{"id":"0"}],"pending":[{"id":"2","path":["a","b"]}],"hasNext":true}"#,
      #"{"incremental":[{"id":"1","items":[4]}],"completed":[{"id":"1"},{"id":"2","errors":[{"message":"no"}]}],"hasNext":false}"#
    )
    #expect(
      response == [
        "data": ["a": ["b": ["c": 1], "...A@defer": true], "list": [1, 2, 3, 4]],
        "errors": [["message": "no"]],
      ])
    #expect(merger.pending.isEmpty)
    #expect(merger.failed == [.init(path: ["a", "b"], label: nil)])
  }

  @Test(
    arguments: [
      (#"["l",1]"#, #"["b","c"]"#, ["a", "b", "c"]),
      (#"["l",2]"#, #"["c","d","e"]"#, ["a", "b", "c", "d", "e"]),
      (#"["l",0]"#, #"["a"]"#, ["a", "b", "c"]), (#"["l",3]"#, #"["d"]"#, ["a", "b", "c", "d"]),
      (#"["l",1]"#, "[]", ["a", "b", "c"]),
    ] as [(String, String, GraphQLValue)])
  func `items that come again replace those that are there`(
    _ path: String, _ items: String, _ expected: GraphQLValue
  ) throws {
    let again = #"{"incremental":[{"path":\#(path),"items":\#(items)}],"hasNext":true}"#
    let first = #"{"data":{"l":["a"]},"hasNext":true}"#
    let part = #"{"incremental":[{"path":["l",1],"items":["b","c"]}],"hasNext":true}"#
    #expect(try merged(first, part, again).0["data"]["l"] == expected)
    #expect(try merged(first, part, again, again).0["data"]["l"] == expected)
  }

  @Test(
    arguments: [
      ("1", "2", "2"), ("null", "null", "null"), ("null", "1", nil), ("1", "null", nil), ("{}", "null", nil),
      ("[1]", "[1,2]", nil), ("[1,null]", "[2,null]", "[2,null]"), ("[1]", "[null]", nil), ("[]", "[]", "[]"),
      (#"{"a":1}"#, #"{"b":2}"#, #"{"a":1,"b":2}"#), (#"{"a":null}"#, #"{"a":1}"#, nil),
      (#"{"a":{"b":1}}"#, #"{"a":{"b":null}}"#, nil), (#"{"a":1}"#, "[1]", "[1]"),
      (#"[{"a":1}]"#, #"[{"b":2}]"#, #"[{"a":1,"b":2}]"#),
    ] as [(String, String, String?)])
  func `a part that contradicts what is there has failed`(_ old: String, _ new: String, _ both: String?)
    throws
  {
    let (response, merger) = try merged(
      #"{"data":{"a":{"x":\#(old)}},"hasNext":true}"#,
      #"{"incremental":[{"path":["a"],"data":{"x":\#(new)},"errors":[{"message":"no"}]}],"hasNext":false}"#)
    #expect(try response["data"]["a"]["x"] == GraphQLValue(json: both ?? old))
    #expect(merger.failed.count == (both == nil ? 1 : 0))
  }

  @Test func `what became of a part is noted in objects alone`() throws {
    let (response, merger) = try merged(
      #"{"data":{"l":[1]},"pending":[{"id":"0","path":["l"],"label":"L"}],"hasNext":true}"#,
      #"{"completed":[{"id":"0"}],"hasNext":false}"#)
    #expect(response["data"] == ["l": [1]] && merger.isComplete && merger.failed.isEmpty)
  }

  @Test func `a part is pending until it is complete by every way`() throws {
    let first =
      #"{"data":{"a":{}},"pending":[{"id":"0","path":["a"],"label":"A"},{"id":"1","path":["a"],"label":"A"}],"hasNext":true}"#
    let half = #"{"completed":[{"id":"1"}],"hasNext":true}"#
    let pending: GraphQLValue = ["data": ["a": ["...A@defer": "pending"]], "hasNext": true]
    #expect(try merged(first).0 == pending && merged(first, half).0 == pending)
    let (whole, merger) = try merged(first, half, #"{"completed":[{"id":"0"}],"hasNext":false}"#)
    #expect(whole == ["data": ["a": ["...A@defer": true]]] && merger.failed.isEmpty)
    let (failed, failure) = try merged(
      first, half, #"{"completed":[{"id":"0","errors":[{"message":"no"}]}],"hasNext":false}"#)
    #expect(
      failed == ["data": ["a": ["...A@defer": [["message": "no"]]]], "errors": [["message": "no"]]])
    #expect(failure.failed == [.init(path: ["a"], label: "A")])
  }

  @Test func `a part that came once stays, though it fails by another way`() throws {
    let (response, merger) = try merged(
      #"{"data":{"a":{}},"hasNext":true}"#,
      #"{"incremental":[{"path":["a"],"label":"L","data":{"b":1}}],"hasNext":true}"#,
      #"{"incremental":[{"path":["a"],"label":"L","data":null}],"hasNext":false}"#)
    #expect(response == ["data": ["a": ["b": 1, "...L@defer": true]]])
    #expect(merger.failed == [.init(path: ["a"], label: "L")])
  }

  @Test func `parts may add to errors and extensions, of which the last of a name counts`() throws {
    let (response, _) = try merged(
      #"{"data":{"a":{},"l":[]},"errors":[{"message":"1"}],"extensions":{"x":1,"y":1},"hasNext":true}"#,
      #"{"errors":[{"message":"2"}],"extensions":{"y":2},"incremental":[{"path":["a"],"data":{"b":null},"errors":[{"message":"3"}],"extensions":{"y":3,"z":3}}],"hasNext":true}"#,
      #"{"incremental":[{"path":["l",0],"items":[null],"errors":[{"message":"4"}]}],"hasNext":false}"#)
    let errors = (1...4).map { ["message": .string("\($0)")] as GraphQLValue }
    #expect(
      response == [
        "data": ["a": ["b": nil], "l": [nil]], "errors": .list(errors),
        "extensions": ["x": 1, "y": 3, "z": 3],
      ])
  }

  @Test func `parts that overlap, within the elements of a list`() throws {
    let (response, _) = try merged(
      #"{"data":{"l":[{"x":{"a":1},"n":[[1]]},null]},"hasNext":true}"#,
      #"{"incremental":[{"path":["l",0],"data":{"x":{"b":2},"n":[[1]]}}],"hasNext":true}"#,
      #"{"incremental":[{"path":["l",0],"data":{"x":{"a":1,"c":3}}}],"hasNext":false}"#)
    #expect(response["data"]["l"][0] == ["x": ["a": 1, "b": 2, "c": 3], "n": [[1]]])
  }

  @Test(arguments: [
    ("[]", "a payload is not an object"), ("1", "a payload is not an object"),
    (
      #"{"data":{"a":{}},"hasNext":true}"#, "a later payload has data outside of `incremental`"
    ),
    (#"{"items":[1],"hasNext":true}"#, "a later payload has data outside of `incremental`"),
    (#"{"errors":1,"hasNext":true}"#, "`errors` is not a list"),
    (#"{"pending":{},"hasNext":true}"#, "`pending` is not a list"),
    (#"{"incremental":{},"hasNext":true}"#, "`incremental` is not a list"),
    (#"{"completed":{},"hasNext":true}"#, "`completed` is not a list"),
    (#"{"pending":[{"id":"9"}],"hasNext":true}"#, "a pending part has no id or no path"),
    (#"{"pending":[{"path":[]}],"hasNext":true}"#, "a pending part has no id or no path"),
    (#"{"pending":[{"id":9,"path":[]}],"hasNext":true}"#, "a pending part has no id or no path"),
    (#"{"pending":[{"id":"9","path":"a"}],"hasNext":true}"#, "a pending part has no id or no path"),
    (#"{"pending":[{"id":"9","path":[1.5]}],"hasNext":true}"#, "a pending part has no id or no path"),
    (
      #"{"pending":[{"id":"9","path":[]},{"id":"9","path":["a"]}],"hasNext":true}"#,
      "a part is announced twice, as 9"
    ),
    (#"{"completed":[{"id":"9"}],"hasNext":true}"#, "a part is completed that was not pending"),
    (#"{"completed":[{}],"hasNext":true}"#, "a part is completed that was not pending"),
    (
      #"{"pending":[{"id":"9","path":[]}],"completed":[{"id":"9"},{"id":"9"}],"hasNext":true}"#,
      "a part is completed that was not pending"
    ),
    (
      #"{"incremental":[{"id":"9","path":["a"],"data":{}}],"hasNext":true}"#,
      "a part arrived that is not pending: 9"
    ),
    (
      #"{"incremental":[{"data":{}}],"hasNext":true}"#,
      "a part has neither a path nor the id of a pending part"
    ),
    (
      #"{"incremental":[{"path":[true],"data":{}}],"hasNext":true}"#,
      "a part has neither a path nor the id of a pending part"
    ),
    (
      #"{"incremental":[{"path":["b"],"data":{}}],"hasNext":true}"#,
      "a part belongs to b, which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["a","c"],"data":{}}],"hasNext":true}"#,
      "a part belongs to a.c, which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["l",0],"data":{}}],"hasNext":true}"#,
      "a part belongs to l[0], which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["l",7],"data":{}}],"hasNext":true}"#,
      "a part belongs to l[7], which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["l",-1],"data":{}}],"hasNext":true}"#,
      "a part belongs to l[-1], which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["a",0],"data":{}}],"hasNext":true}"#,
      "a part belongs to a[0], which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["l",2],"items":[1]}],"hasNext":true}"#,
      "a part belongs to l, which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["l",-1],"items":[1]}],"hasNext":true}"#,
      "a part belongs to l, which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["a"],"items":[1]}],"hasNext":true}"#,
      "a part belongs to a, which the response does not have"
    ),
    (
      #"{"incremental":[{"path":["a"],"items":[1],"data":[]}],"hasNext":true}"#,
      "a part belongs to a, which the response does not have"
    ),
    (
      #"{"pending":[{"id":"1","path":["a"]},{"id":"0","path":["a"]}],"hasNext":false}"#,
      "the last payload leaves a part pending, 0"
    ),
  ])
  func `payloads against the format are rejected, with the reason`(_ payload: String, _ reason: String) throws
  {
    var merger = IncrementalMerger()
    try merger.take(GraphQLValue(json: #"{"data":{"a":{"c":1},"l":[1]},"hasNext":true}"#))
    let value = try GraphQLValue(json: payload)
    let error = #expect(throws: GraphQLClientError.self) { try merger.take(value) }
    #expect(error?.description == "a part of the response is invalid or missing: \(reason)")
  }

  @Test func `the first payload has data or errors, and nothing follows the last one`() throws {
    func reason(_ payloads: String...) -> String? {
      var merger = IncrementalMerger()
      do {
        for payload in payloads { try merger.take(GraphQLValue(json: payload)) }
      } catch GraphQLClientError.invalidPart(let reason) {
        return reason
      } catch {
        return "\(error)"
      }
      return nil
    }
    #expect(reason("{}") == "the first payload has neither data nor errors")
    #expect(
      reason(#"{"incremental":[],"hasNext":true}"#) == "the first payload has neither data nor errors")
    #expect(reason(#"{"errors":[]}"#) == nil)
    // Without `hasNext`, or where it is no boolean, the payload is the last one.
    for first in [#"{"data":{},"hasNext":false}"#, #"{"data":{}}"#, #"{"data":{},"hasNext":1}"#] {
      #expect(reason(first, #"{"hasNext":false}"#) == "a payload follows the last one")
    }
    #expect(reason(#"{"data":{},"hasNext":true}"#, #"{"hasNext":true,"pending":null}"#, "{}") == nil)
  }

  @Test func `mutated payloads`() throws {
    let payloads = [
      #"{"data":{"a":{"b":{}},"l":[1]},"pending":[{"id":"0","path":["a"]},{"id":"1","path":["l"]}],"hasNext":true}"#,
      #"{"incremental":[{"id":"0","subPath":["b"],"data":{"c":1}},{"path":["l",1],"items":[2]}],"hasNext":true}"#,
      #"{"incremental":[{"id":"1","items":[2,3]}],"completed":[{"id":"0"},{"id":"1"}],"hasNext":false}"#,
    ].map { Array($0.utf8) }
    let alphabet = Array(#"0123"[]{},:abil-e"#.utf8)
    var (merges, rejections) = (0, 0)
    Fuzzing.run("incremental payloads") { random in
      var merger = IncrementalMerger()
      for payload in payloads {
        var bytes = payload
        if Bool.random(using: &random) { bytes.mutate(with: alphabet, using: &random) }
        guard let value = try? GraphQLValue(json: bytes) else { continue }
        do {
          try merger.take(value)
          merges += 1
        } catch {
          #expect(error is GraphQLClientError)
          rejections += 1
          break
        }
      }
    }
    #expect(merges > 0 && rejections > 0)
  }
}
