import ApusIR
import Testing

@Suite(.timeLimit(.minutes(5))) struct SwiftNamesTests {
  @Test(arguments: [
    ("NEW_HOPE", "newHope"), ("new_hope", "newHope"), ("NewHope", "newHope"), ("URL", "url"),
    ("_private_name", "_privateName"), ("x", "x"), ("___", "___"), ("URLValue_list", "urlValueList"),
    ("A__b_", "aB"), ("HTTP2_OK", "http2Ok"), ("get_URL", "getUrl"), ("HTTP2x_URLs", "http2xURLs"),
    ("_2_b", "_2B"),
  ])
  func camelCase(name: String, expected: String) {
    #expect(SwiftNames.camelCase(name) == expected)
  }

  @Test(arguments: [
    ("URLValue", "urlValue"), ("Cat", "cat"), ("ID", "id"), ("cat", "cat"), ("A1", "a1"), ("HTTP2", "http2"),
    ("_A", "_A"), ("", ""),
  ])
  func lowercasedFirst(name: String, expected: String) {
    #expect(SwiftNames.lowercasedFirst(name) == expected)
  }

  @Test func reservedWordsAreEscaped() {
    #expect(SwiftNames.escape("default") == "`default`")
    #expect(SwiftNames.escape("title") == "title")
    #expect(SwiftNames.escape("Any") == "`Any`")
    #expect(SwiftNames.escape("precedencegroup") == "`precedencegroup`")
    for name in ["", "i", "inn", "Is", "precedencegrouq", String(repeating: "d", count: 40)] {
      #expect(SwiftNames.escape(name) == name)
    }
  }
}
