import Apus
import ApusClient
import ApusDiagnostics
import ApusSyntax
import ApusText
import Testing

@testable import apus_texts

/// Documents that are made of Swift's expressions print what was meant, or say why not.
@Suite(.timeLimit(.minutes(5))) struct BuilderTests {
  /// A text as it is without what does not count.
  private func minified(_ text: String) throws -> String {
    try Minifier.minified(SourceFile(path: "Text.graphql", text: text))
  }

  private func message(_ body: () throws -> GraphQLText) -> String {
    do {
      return try body().document
    } catch {
      return "\(error)"
    }
  }

  @Test func `all that a selection can have`() throws {
    let isAdmin = true
    let text = try GraphQLText(
      .query, "Me",
      variables: [Variable("id", "ID!", value: "a1"), Variable("full", "Boolean", default: false)],
      fragments: [Fragment("F", on: "User") { "name" }]
    ) {
      Field("user", alias: "me", arguments: ["id": .variable("id"), "order": .enum("NEW"), "n": 1.5]) {
        "uuid"
        if isAdmin { InlineFragment("Admin", directives: [.include(if: .variable("full"))]) { "level" } }
        for name in ["a", "b"] { Field(name) }
        Spread("F")
      }
    }
    #expect(
      text.document
        == "query Me($id:ID!,$full:Boolean=false){me:user(id:$id,order:NEW,n:1.5){uuid ... on Admin@include(if:$full){level} a b ...F}} fragment F on User{name}"
    )
    #expect(text.variables == ["id": "a1"])
    #expect(text.operation.name == "Me" && text.operation.kind == .query)
  }

  @Test func `files are sent as variables that there are`() throws {
    let file = GraphQLUpload(data: .init(), fileName: "a")
    func text(_ place: GraphQLPath) throws -> GraphQLText {
      try GraphQLText(.mutation, "Send", variables: [Variable("files", "[Upload!]!")], uploads: [place: file])
      {
        Field("send", arguments: ["files": .variable("files")])
      }
    }
    #expect(try text(["files", 0]).uploads == [["files", 0]: file])
    #expect(
      message { try text(["file", 0]) }
        == "mutation Send: a file is sent as \"file[0]\", which does not begin with the name of a variable")
    #expect(
      message { try text([]) }
        == "mutation Send: a file is sent as \"\", which does not begin with the name of a variable")
  }

  @Test func `the query on AutoGraph's page`() throws {
    let text = try GraphQLText(.query, "MyCoolQuery") {
      Field("user") {
        Field("favorite_authors") {
          "uuid"
          "name"
        }
        "uuid"
        "signature"
      }
    }
    #expect(
      try minified(text.document)
        == minified(
          """
          query MyCoolQuery {
            user {
              favorite_authors {
                uuid
                name
              }
              uuid
              signature
            }
          }
          """))
  }

  @Test func `the mutation on AutoGraph's page`() throws {
    let text = try GraphQLText(.mutation, "MyCoolMutation") {
      Field("updateFavoriteAuthor", arguments: ["uuid": "long_id", "input": ["name": "My Cool Name"]]) {
        Field("favorite_author") {
          "uuid"
          "name"
        }
      }
    }
    #expect(
      try minified(text.document)
        == minified(
          """
          mutation MyCoolMutation {
            updateFavoriteAuthor(uuid: "long_id", input: { name: "My Cool Name" })
            {
              favorite_author {
                uuid
                name
              }
            }
          }
          """))
  }

  @Test func `the request on AutoGraph's page`() throws {
    let text = try GraphQLText(.query, "film") {
      Field("film", arguments: ["id": "ZmlsbXM6MQ=="]) {
        for name in ["id", "title", "episodeID", "director", "openingCrawl"] { Field(name) }
      }
    }
    #expect(
      try minified(text.document)
        == minified(
          """
          query film {
             film(id: "ZmlsbXM6MQ==") {
                 id
                 title
                 episodeID
                 director
                 openingCrawl
             }
          }
          """))
  }

  @Test func `the mutation on Fooda's page`() throws {
    let text = try GraphQLText(.mutation, "CreateSession", variables: [Variable("input", "CreateSession!")]) {
      Field("createSession", arguments: ["input": .variable("input")]) {
        Field("error") {
          "code"
          "message"
        }
        Field("session") {
          "token"
          Field("user") {
            "firstName"
            "lastName"
            "referralCode"
            Field("rewardsPhoneNumber") { "digits" }
          }
        }
      }
    }
    #expect(
      try minified(text.document)
        == minified(
          """
          mutation CreateSession($input:CreateSession!) {
              createSession(input:$input) {
                  error {
                      code
                      message
                  }
                  session {
                      token
                      user {
                        firstName
                        lastName
                        referralCode
                        rewardsPhoneNumber {
                          digits
                        }
                      }
                  }
              }
          }
          """))
  }

  @Test func `strings are escaped, values of enums are not strings`() throws {
    let text = try GraphQLText(.query) {
      Field("a", arguments: ["s": "\"}\n\\\u{1}💿", "e": .enum("NEW"), "l": [nil, true, ["x": 1]]])
    }
    #expect(text.document == #"query{a(s:"\"}\n\\\u0001💿",e:NEW,l:[null,true,{x:1}])}"#)
    #expect(Argument(["b": [1, nil], "a": "x"] as GraphQLValue) == ["a": "x", "b": [1, nil]])
  }

  @Test(arguments: ["", "1a", "a-b", "a b", "a{b}", "é", "a\n", "$a", "a:b"])
  func `what is no name is refused wherever it enters`(name: String) {
    let texts: [() throws -> GraphQLText] = [
      { try GraphQLText(.query, name) { "a" } },
      { try GraphQLText(.query) { Field(name) } },
      { try GraphQLText(.query) { Field("a", alias: name) } },
      { try GraphQLText(.query) { Field("a", arguments: [name: 1]) } },
      { try GraphQLText(.query) { Field("a", arguments: ["b": .enum(name)]) } },
      { try GraphQLText(.query) { Field("a", arguments: ["b": [.object([name: 1])]]) } },
      { try GraphQLText(.query) { Field("a", arguments: ["b": .variable(name)]) } },
      { try GraphQLText(.query, variables: [Variable(name, "ID")]) { "a" } },
      {
        try GraphQLText(.query, variables: [Variable("v", name)]) {
          Field("a", arguments: ["b": .variable("v")])
        }
      },
      { try GraphQLText(.query) { Field("a", directives: [Directive(name)]) } },
      { try GraphQLText(.query) { InlineFragment(name) { "a" } } },
      { try GraphQLText(.query) { Spread(name) } },
      { try GraphQLText(.query, fragments: [Fragment(name, on: "A") { "a" }]) { Spread(name) } },
      { try GraphQLText(.query, fragments: [Fragment("F", on: name) { "a" }]) { Spread("F") } },
    ]
    for text in texts { #expect(throws: GraphQLClientError.self) { _ = try text() } }
  }

  @Test func `what cannot be right is told with its place`() {
    #expect(
      message { try GraphQLText(.query, "Me") { Field("user") { Field("1a") } } }
        == "query Me > user > 1a: the field \"1a\" does not have a valid name: use letters, digits and _, not starting with a digit"
    )
    #expect(message { try GraphQLText(.query) { Field("a") {} } } == "query > a: nothing is selected")
    #expect(message { try GraphQLText(.query) { Spread("F") } }.contains("missing from \"fragments\""))
    #expect(message { try GraphQLText(.query) { Spread("on") } }.contains("cannot be called"))
    #expect(
      message { try GraphQLText(.query) { Field("a", arguments: ["b": .enum("null")]) } }.contains("enum"))
    #expect(
      message { try GraphQLText(.query, variables: [Variable("v", "ID", default: .variable("w"))]) { "a" } }
        .contains("default"))
    #expect(
      message { try GraphQLText(.query, fragments: [Fragment("F", on: "A") { "a" }]) { "a" } }
        .contains("never spread"))
    let circle = [Fragment("F", on: "A") { Spread("G") }, Fragment("G", on: "A") { Spread("F") }]
    #expect(message { try GraphQLText(.query, fragments: circle) { Spread("F") } }.contains("spreads itself"))
    let twice = [Fragment("F", on: "A") { "a" }, Fragment("F", on: "A") { "b" }]
    #expect(message { try GraphQLText(.query, fragments: twice) { Spread("F") } }.contains("two fragments"))
    #expect(
      message { try GraphQLText(.query) { Field("a", arguments: ["b": .variable("c")]) } }.contains(
        "$c is used"))
    #expect(
      message { try GraphQLText(.query, variables: [Variable("c", "ID")]) { "a" } }.contains(
        "$c is never used"))
    #expect(
      message { try GraphQLText(.query) { Field("a", arguments: ["b": 1, "b": 2]) } }.contains("given twice"))
    for type in ["ID!!", "[ID", "ID]", "[]", "!", "[ID]]"] {
      #expect(
        message { try GraphQLText(.query, variables: [Variable("c", type)]) { "a" } }.contains(
          "is not a type"))
    }
  }

  @Test func `depth is limited by an error`() {
    var field = Field("a")
    var value = Argument.null
    for _ in 0..<300 {
      let inner = field
      field = Field("a") { inner }
      value = [value]
    }
    #expect(message { try GraphQLText(.query) { field } }.contains("more than 100 deep"))
    #expect(
      message { try GraphQLText(.query) { Field("a", arguments: ["b": value]) } }.contains(
        "more than 100 deep"))
  }

  /// `Tests/Texts/run` tries more.
  @Test func `random documents are valid, and their strings are read back`() {
    let run = TextRun(count: 300, firstSeed: 1)
    #expect(run.faults.isEmpty, "\(run.faults.first ?? "")")
    #expect(run.documents == 300)
  }
}
