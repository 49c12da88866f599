import ApusIR
import Testing

@Suite struct SwiftNamesTests {
  @Test(arguments: [
    ("NEW_HOPE", "newHope"), ("new_hope", "newHope"), ("NewHope", "newHope"), ("URL", "url"),
    ("_private_name", "_privateName"), ("x", "x"), ("___", "___"),
  ])
  func camelCase(name: String, expected: String) {
    #expect(SwiftNames.camelCase(name) == expected)
  }

  @Test(arguments: [("URLValue", "urlValue"), ("Cat", "cat"), ("ID", "id"), ("cat", "cat")])
  func lowercasedFirst(name: String, expected: String) {
    #expect(SwiftNames.lowercasedFirst(name) == expected)
  }

  @Test func reservedWordsAreEscaped() {
    #expect(SwiftNames.escape("default") == "`default`")
    #expect(SwiftNames.escape("title") == "title")
  }
}
