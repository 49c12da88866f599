import ApusSource
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct JSONOutputTests {
  private let value: JSONOutput = [
    "name": "A \"b\"", "rows": [["id": .number(1)], ["id": .null, "on": .boolean(true)]], "none": [],
  ]

  @Test func `on one line`() {
    #expect(value.line == #"{"name":"A \"b\"","rows":[{"id":1},{"id":null,"on":true}],"none":[]}"#)
  }

  @Test func `with lines as deep as asked`() {
    #expect(
      value.text(lineDepth: 2) == """
        {
          "name": "A \\"b\\"",
          "rows": [
            {"id": 1},
            {"id": null, "on": true}
          ],
          "none": []
        }
        """)
    #expect(value.text(lineDepth: 0).hasPrefix(#"{"name": "A \"b\"", "rows": [{"id": 1}"#))
  }

  @Test func `what is escaped reads back`() throws {
    let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init))) + "😀\"\\"
    let line = JSONOutput.strings([text]).line
    #expect(!line.contains("\n"))
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String]
    #expect(value?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test func `numbers, and what is written already`() {
    let value: JSONOutput = [
      "numbers": .numbers([1, -2]), "none": .numbers([]), "text": .written(Array("[ 1 ]".utf8)),
    ]
    #expect(value.line == #"{"numbers":[1,-2],"none":[],"text":[ 1 ]}"#)
    #expect(
      value.text(lineDepth: 2)
        == "{\n  \"numbers\": [\n    1,\n    -2\n  ],\n  \"none\": [],\n  \"text\": [ 1 ]\n}")
  }
}
