import Testing

@testable import ApusShapes
@testable import ApusSwiftModel

@Suite(.timeLimit(.minutes(15))) struct SwiftNamesTests {
  @Test(arguments: [
    ("NEW_HOPE", "newHope"), ("new_hope", "newHope"), ("NewHope", "newHope"), ("URL", "url"),
    ("_private_name", "_privateName"), ("x", "x"), ("___", "___"), ("URLValue_list", "urlValueList"),
    ("A__b_", "aB"), ("HTTP2_OK", "http2Ok"), ("get_URL", "getUrl"), ("HTTP2x_URLs", "http2xURLs"),
    ("_2_b", "_2B"), ("", ""),
  ])
  func `camel case`(name: String, expected: String) {
    #expect(Words.camelCase(name) == expected)
  }

  @Test(arguments: [
    ("artist", "Artist"), ("Artist", "Artist_"), ("artist_", "ArtistSelection"),
    ("audienceData", "AudienceDataSelection"), ("AudienceData", "AudienceData__"),
    ("audienceData_", "AudienceData___"), ("audienceDataSelection", "AudienceDataSelection_"),
    ("cardFragment", "CardFragmentSelection"), ("type", "TypeSelection"), ("Type", "Type__"),
    ("type_", "Type___"), ("metadata", "Metadata"),
  ])
  func `associated type`(key: String, expected: String) {
    #expect(AssociatedTypeNames([:], AvoidedNames()).name(for: key, in: nil) == expected)
  }

  @Test(arguments: [
    ("URLValue", "urlValue"), ("Cat", "cat"), ("ID", "id"), ("cat", "cat"), ("A1", "a1"), ("HTTP2", "http2"),
    ("_A", "_A"), ("", ""),
  ])
  func `lowercased first`(name: String, expected: String) {
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

  @Test func `names that Swift would not take are none`() {
    #expect(["_", "__", "a-b", "", "1a", "a b", "a.b"].allSatisfy { !SwiftNames.isMemberName($0) })
    #expect(["class", "_a", "a1", "é"].allSatisfy { SwiftNames.isMemberName($0) })
    #expect(["_", "self", "let", "init", "Type", "class"].allSatisfy { !SwiftNames.isIdentifier($0) })
    #expect(["StringLiteralType", "Apus", "Swift", "Any"].allSatisfy { !SwiftNames.isTypeName($0) })
    #expect(["A", "Album_2"].allSatisfy { SwiftNames.isTypeName($0) })
    #expect(["A.", ".A", "A..B", "A.let", "A._", ""].allSatisfy { !SwiftNames.isQualifiedName($0) })
    #expect(["Date", "Swift.Date"].allSatisfy { SwiftNames.isQualifiedName($0) })
  }

  @Test func `an inheritance clause says each protocol once`() {
    let names = [
      "GraphQLObject", "Identifiable", "Swift.Identifiable", "Apus.GraphQLObject", "Shop.F", "F", "Other.F",
    ]
    #expect(
      SwiftNames.distinct(names, qualifiers: ["Swift", "Apus", "Shop"])
        == ["GraphQLObject", "Identifiable", "Shop.F", "Other.F"])
  }

  @Test func `types are read with their brackets`() {
    let types = [
      "Money", "Shop.Money", "[Money]", "[String: Shop.Money]", "Money?", "[Int : [A]?]", "Box<A, B>.Inner",
      "A & B", "any A", "[any A & B]", "Any", "[A].Index",
    ]
    for type in types { #expect(SwiftNames.isType(type), "\(type)") }
    let others = [
      "", "_", "self", "let", "[A", "A]", "A<", "A<>", "[]", "[A:]", "A.", ".A", "A..B", "A.let", "A B", "?",
      "A &",
      "any any A", "[_]", String(repeating: "[", count: 100_000),
    ]
    for type in others { #expect(!SwiftNames.isType(type), "\(type.prefix(20))") }
  }

  @Test func `many names have in common the words that they end with`() {
    #expect(SwiftNames.commonEnding(of: ["StaticPath", "SchemaPath", "AncestorSchemaPath"]) == "Path")
    #expect(SwiftNames.commonEnding(of: ["Path", "SchemaPath"]) == nil)
    #expect(SwiftNames.commonEnding(of: ["Film", "Song"]) == nil)
    #expect(SwiftNames.commonEnding(of: ["Batch", "Match"]) == nil)
    #expect(SwiftNames.commonEnding(of: []) == nil && SwiftNames.commonEnding(of: ["APATH", "BPATH"]) == nil)
  }

  @Test(arguments: [
    ("userId", "userID"), ("id", "id"), ("ApiUrl", "APIURL"), ("imageUrls", "imageURLs"),
    ("userIDs", "userIDs"),
    ("url", "url"), ("Ideas", "Ideas"), ("user_id", "user_id"), ("Id2", "ID2"), ("validate", "validate"),
    ("HTTPApi", "HTTPAPI"), ("urlPath", "urlPath"), ("userIDsOf", "userIDsOf"), ("URLst", "URLst"),
    ("IdsOf", "IDsOf"), ("x_Id", "x_ID"), ("Apis", "APIs"),
  ])
  func `acronyms are spelled as the configuration has them`(_ name: String, _ expected: String) {
    #expect(Acronyms(["ID", "URL", "API"]).spell(name) == expected)
  }

  @Test func `an acronym may have small letters, which then count`() {
    #expect(Acronyms(["Id"]).spell("userID") == "userId")
    #expect(Acronyms(["Id"]).spell("userIDs") == "userIds")
    #expect(Acronyms().spell("userId") == "userId")
    // The first of two spellings counts, and a module's own over an inherited one.
    #expect(Acronyms(["Id", "ID"]).spell("userID") == "userId")
    #expect(Acronyms(["Id"]).merging(Acronyms(["ID", "URL"])).spell("userIDUrl") == "userIdURL")
  }

  @Test func `reserved words are escaped`() {
    #expect(SwiftNames.escape("default") == "`default`")
    #expect(SwiftNames.escape("title") == "title")
    #expect(SwiftNames.escape("Any") == "`Any`")
    #expect(SwiftNames.escape("precedencegroup") == "`precedencegroup`")
    for name in ["", "i", "inn", "Is", "precedencegrouq", String(repeating: "d", count: 40)] {
      #expect(SwiftNames.escape(name) == name)
    }
  }

  @Test(arguments: [
    ("title", "title"), ("Apus", "apus"), ("Swift", "swift"), ("GraphQLIDCodec", "graphQLIDCodec"),
    ("GraphQLValue", "GraphQLValue"), ("MyCodec", "MyCodec"), ("_", "_blank"), ("___", "___blank"),
    ("_a", "_a"),
  ])
  func `members' names hide no module and no codec`(_ name: String, _ expected: String) {
    #expect(SwiftNames.member(name) == expected)
  }

  @Test(arguments: [
    ("title", "title", "title"), ("in", "in", "`in`"), ("inout", "`inout`", "`inout`"),
    ("self", "self", "`self` __self"),
  ])
  func `labels and parameters`(_ name: String, _ label: String, _ parameter: String) {
    #expect(SwiftNames.label(name) == label)
    #expect(SwiftNames.parameter(name) == parameter)
  }

  @Test(arguments: [
    ("album", "Album"), ("Album", "Album"), ("__a", "__A"), ("___", "___"), ("", ""), ("1a", "1a"),
    ("_étude", "_Étude"),
    ("z", "Z"), ("{", "{"), ("`", "`"),
  ])
  func `the first letter is made capital`(_ name: String, _ expected: String) {
    #expect(SwiftNames.capitalized(name) == expected)
  }

  @Test(
    arguments: [
      ("String", "used by Swift's standard library"), ("URL", "used by Foundation"),
      ("Foundation", "used by Foundation"),
      ("Data", "used by Foundation and for each operation's response"),
      ("Type", "reserved in generated code"),
      ("Apus", "reserved in generated code"), ("StringLiteralType", "reserved in generated code"),
      ("ArrayLiteralElement", "reserved in generated code"), ("Album", nil),
    ] as [(String, String?)])
  func `who has a reserved name`(_ name: String, _ owner: String?) {
    #expect(ReservedNames.owner(of: name) == owner)
  }
}
