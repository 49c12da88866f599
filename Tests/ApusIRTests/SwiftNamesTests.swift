import Testing

@testable import ApusIR

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
    ("artist", "Artist"), ("Artist", "Artist_"), ("artist_", "ArtistSelection"),
    ("audienceData", "AudienceDataSelection"), ("AudienceData", "AudienceData__"),
    ("audienceData_", "AudienceData___"), ("audienceDataSelection", "AudienceDataSelection_"),
    ("cardFragment", "CardFragmentSelection"), ("type", "TypeSelection"), ("Type", "Type__"),
    ("type_", "Type___"), ("metadata", "Metadata"),
  ])
  func associatedType(key: String, expected: String) {
    #expect(FragmentProtocol.associatedType(key) == expected)
  }

  @Test(arguments: [
    ("URLValue", "urlValue"), ("Cat", "cat"), ("ID", "id"), ("cat", "cat"), ("A1", "a1"), ("HTTP2", "http2"),
    ("_A", "_A"), ("", ""),
  ])
  func lowercasedFirst(name: String, expected: String) {
    #expect(SwiftNames.lowercasedFirst(name) == expected)
  }

  @Test(arguments: [
    ("PageTitle_model", "PageTitleModel"), ("GET_CHAPTERS_READER", "GetChaptersReader"), ("class_", "Class"),
    ("user_bool_exp", "UserBoolExp"), ("CMS_page", "CMSPage"), ("URL", "URL"),
    ("__private_name", "__PrivateName"),
    ("v1_2_next", "V1_2Next"), ("album", "Album"), ("___", "___Blank"),
  ])
  func `types' names are words with capitals`(_ name: String, _ expected: String) {
    #expect(SwiftNames.type(name) == expected)
  }

  @Test func `many names have in common the words that they end with`() {
    #expect(SwiftNames.commonEnding(of: ["StaticPath", "SchemaPath", "AncestorSchemaPath"]) == "Path")
    #expect(SwiftNames.commonEnding(of: ["Path", "SchemaPath"]) == nil)
    #expect(SwiftNames.commonEnding(of: ["Film", "Song"]) == nil)
    #expect(SwiftNames.commonEnding(of: ["Batch", "Match"]) == nil)
  }

  @Test(arguments: [
    ("userId", "userID"), ("id", "id"), ("ApiUrl", "APIURL"), ("imageUrls", "imageURLs"),
    ("userIDs", "userIDs"),
    ("url", "url"), ("Ideas", "Ideas"), ("user_id", "user_id"), ("Id2", "ID2"), ("validate", "validate"),
    ("HTTPApi", "HTTPAPI"), ("urlPath", "urlPath"),
  ])
  func `acronyms are spelled as the configuration has them`(_ name: String, _ expected: String) {
    #expect(Acronyms(["ID", "URL", "API"]).spell(name) == expected)
  }

  @Test func `an acronym may have small letters, which then count`() {
    #expect(Acronyms(["Id"]).spell("userID") == "userId")
    #expect(Acronyms(["Id"]).spell("userIDs") == "userIds")
    #expect(Acronyms().spell("userId") == "userId")
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
