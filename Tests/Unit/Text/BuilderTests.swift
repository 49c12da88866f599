import ReferencePrinter
import Apus
import ApusClient
import ApusSource
import ApusSyntax
import ApusText
import Testing

/// Documents that are made of Swift's expressions print what was meant, or say why not.
@Suite(.timeLimit(.minutes(15))) struct BuilderTests {
  /// A text as it is without what does not count.
  /// The document, printed in one form.
  private func printed(_ text: String) throws -> String {
    let tree = SyntaxTree(names: NameTable())
    let errors = Parser.parse(SourceFile(path: "Text.graphql", text: text), into: tree)
    #expect(errors.map(\.message) == [])
    return Printer.print(tree.definitions, of: tree)
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
      variables: [
        GraphQLVariable("id", "ID!", value: "a1"), GraphQLVariable("full", "Boolean", default: false),
      ],
      fragments: [GraphQLFragmentDefinition("F", on: "User") { "name" }]
    ) {
      GraphQLField("user", alias: "me", arguments: ["id": .variable("id"), "order": .enum("NEW"), "n": 1.5]) {
        "uuid"
        if isAdmin {
          GraphQLInlineFragment("Admin", directives: [.include(if: .variable("full"))]) { "level" }
        }
        for name in ["a", "b"] { GraphQLField(name) }
        GraphQLFragmentSpread("F")
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
      try GraphQLText(
        .mutation, "Send", variables: [GraphQLVariable("files", "[Upload!]!")], uploads: [place: file]
      ) {
        GraphQLField("send", arguments: ["files": .variable("files")])
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
      GraphQLField("user") {
        GraphQLField("favorite_authors") {
          "uuid"
          "name"
        }
        "uuid"
        "signature"
      }
    }
    #expect(
      try printed(text.document)
        == printed(
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
      GraphQLField("updateFavoriteAuthor", arguments: ["uuid": "long_id", "input": ["name": "My Cool Name"]])
      {
        GraphQLField("favorite_author") {
          "uuid"
          "name"
        }
      }
    }
    #expect(
      try printed(text.document)
        == printed(
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
      GraphQLField("film", arguments: ["id": "ZmlsbXM6MQ=="]) {
        for name in ["id", "title", "episodeID", "director", "openingCrawl"] { GraphQLField(name) }
      }
    }
    #expect(
      try printed(text.document)
        == printed(
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
    let text = try GraphQLText(
      .mutation, "CreateSession", variables: [GraphQLVariable("input", "CreateSession!")]
    ) {
      GraphQLField("createSession", arguments: ["input": .variable("input")]) {
        GraphQLField("error") {
          "code"
          "message"
        }
        GraphQLField("session") {
          "token"
          GraphQLField("user") {
            "firstName"
            "lastName"
            "referralCode"
            GraphQLField("rewardsPhoneNumber") { "digits" }
          }
        }
      }
    }
    #expect(
      try printed(text.document)
        == printed(
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
      GraphQLField("a", arguments: ["s": "\"}\n\\\u{1}💿", "e": .enum("NEW"), "l": [nil, true, ["x": 1]]])
    }
    #expect(text.document == #"query{a(s:"\"}\n\\\u0001💿",e:NEW,l:[null,true,{x:1}])}"#)
    #expect(GraphQLArgument(["b": [1, nil], "a": "x"] as GraphQLValue) == ["a": "x", "b": [1, nil]])
  }

  @Test(arguments: ["", "1a", "a-b", "a b", "a{b}", "é", "a\n", "$a", "a:b"])
  func `what is no name is refused wherever it enters`(name: String) {
    let texts: [() throws -> GraphQLText] = [
      { try GraphQLText(.query, name) { "a" } },
      { try GraphQLText(.query) { GraphQLField(name) } },
      { try GraphQLText(.query) { GraphQLField("a", alias: name) } },
      { try GraphQLText(.query) { GraphQLField("a", arguments: [name: 1]) } },
      { try GraphQLText(.query) { GraphQLField("a", arguments: ["b": .enum(name)]) } },
      { try GraphQLText(.query) { GraphQLField("a", arguments: ["b": [.object([name: 1])]]) } },
      { try GraphQLText(.query) { GraphQLField("a", arguments: ["b": .variable(name)]) } },
      { try GraphQLText(.query, variables: [GraphQLVariable(name, "ID")]) { "a" } },
      {
        try GraphQLText(.query, variables: [GraphQLVariable("v", name)]) {
          GraphQLField("a", arguments: ["b": .variable("v")])
        }
      },
      { try GraphQLText(.query) { GraphQLField("a", directives: [GraphQLDirective(name)]) } },
      { try GraphQLText(.query) { GraphQLInlineFragment(name) { "a" } } },
      { try GraphQLText(.query) { GraphQLFragmentSpread(name) } },
      {
        try GraphQLText(.query, fragments: [GraphQLFragmentDefinition(name, on: "A") { "a" }]) {
          GraphQLFragmentSpread(name)
        }
      },
      {
        try GraphQLText(.query, fragments: [GraphQLFragmentDefinition("F", on: name) { "a" }]) {
          GraphQLFragmentSpread("F")
        }
      },
    ]
    for text in texts { #expect(throws: GraphQLClientError.self) { _ = try text() } }
  }

  @Test func `what cannot be right is told with its place`() {
    func expect(_ expected: String, _ text: () throws -> GraphQLText) { #expect(message(text) == expected) }
    expect(
      "query Me > user > 1a: the field \"1a\" does not have a valid name: use letters, digits and _, not starting with a digit"
    ) { try GraphQLText(.query, "Me") { GraphQLField("user") { GraphQLField("1a") } } }
    expect("query > a: nothing is selected") { try GraphQLText(.query) { GraphQLField("a") {} } }
    expect("query > x > ... on A > ...: a fragment cannot be called \"on\"") {
      try GraphQLText(.query) {
        GraphQLField("a", alias: "x") {
          GraphQLInlineFragment("A") { GraphQLInlineFragment { GraphQLFragmentSpread("on") } }
        }
      }
    }
    for name in ["true", "false", "null"] {
      expect("query > a: \(name) is not the value of an enum") {
        try GraphQLText(.query) { GraphQLField("a", arguments: ["b": .enum(name)]) }
      }
    }
    expect("query: the default of a variable cannot contain the variable $w") {
      try GraphQLText(.query, variables: [GraphQLVariable("v", "ID", default: [["x": .variable("w")]])]) {
        "a"
      }
    }
    expect("query: two variables are called $v") {
      try GraphQLText(.query, variables: [GraphQLVariable("v", "ID"), GraphQLVariable("v", "Int")]) {
        GraphQLField("a", arguments: ["b": .variable("v")])
      }
    }
    expect("query > a: \"b\" is given twice") {
      try GraphQLText(.query) { GraphQLField("a", arguments: ["b": 1, "b": 2]) }
    }
    expect("query > a: \"c\" is given twice") {
      try GraphQLText(.query) { GraphQLField("a", arguments: ["b": .object(["c": 1, "c": 2])]) }
    }
    for type in ["ID!!", "[ID", "ID]", "[]", "!", "[ID]]"] {
      expect("query: \"\(type)\", the type of $c, is not a type") {
        try GraphQLText(.query, variables: [GraphQLVariable("c", type)]) { "a" }
      }
    }
  }

  @Test func `definitions that do not fit each other are told apart`() {
    func expect(
      _ expected: String, _ fragments: [GraphQLFragmentDefinition], _ variables: [GraphQLVariable] = [],
      spread: String
    ) {
      let text = message {
        try GraphQLText(.query, variables: variables, fragments: fragments) { GraphQLFragmentSpread(spread) }
      }
      #expect(text == expected)
    }
    let use = GraphQLFragmentDefinition("F", on: "A") { GraphQLField("a", arguments: ["b": .variable("c")]) }
    expect("the document: the fragment F is spread but missing from \"fragments\"", [], spread: "F")
    expect(
      "the document: the fragment G is spread but missing from \"fragments\"",
      [GraphQLFragmentDefinition("F", on: "A") { GraphQLFragmentSpread("G") }], spread: "F")
    expect(
      "the document: the fragment G is never spread", [use, GraphQLFragmentDefinition("G", on: "A") { "a" }],
      spread: "F")
    expect(
      "the document: the fragment F spreads itself",
      [GraphQLFragmentDefinition("F", on: "A") { GraphQLFragmentSpread("F") }], spread: "F")
    expect(
      "the document: the fragment F spreads itself",
      [
        GraphQLFragmentDefinition("F", on: "A") { GraphQLFragmentSpread("G") },
        GraphQLFragmentDefinition("G", on: "A") { GraphQLFragmentSpread("F") },
      ], spread: "G")
    expect(
      "fragment F: two fragments have this name",
      [GraphQLFragmentDefinition("F", on: "A") { "a" }, GraphQLFragmentDefinition("F", on: "A") { "b" }],
      spread: "F")
    expect(
      "fragment on: a fragment cannot have this name", [GraphQLFragmentDefinition("on", on: "A") { "a" }],
      spread: "F")
    expect("the document: $c is used but missing from \"variables\"", [use], spread: "F")
    expect(
      "the document: $d is never used", [use], [GraphQLVariable("c", "ID"), GraphQLVariable("d", "ID")],
      spread: "F")
    expect("query($c:ID){...F} fragment F on A{a(b:$c)}", [use], [GraphQLVariable("c", "ID")], spread: "F")
  }

  @Test func `a hundred selection sets and a hundred lists may be nested`() {
    func selections(_ count: Int) -> String {
      message {
        try GraphQLText(.query) {
          (1..<count).reduce(GraphQLField("a")) { field, _ in GraphQLField("a") { field } }
        }
      }
    }
    #expect(selections(100).hasPrefix("query{a{a{"))
    #expect(selections(101) == "selections are nested more than 100 deep")
    func lists(_ count: Int) -> String {
      let value = (0..<count).reduce(GraphQLArgument.null) { value, _ in [value] }
      return message { try GraphQLText(.query) { GraphQLField("a", arguments: ["b": value]) } }
    }
    #expect(lists(100).hasPrefix("query{a(b:[[["))
    #expect(lists(101) == "query > a: values are nested more than 100 deep")
  }
}
