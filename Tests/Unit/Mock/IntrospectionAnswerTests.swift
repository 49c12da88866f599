import ApusSource
import Testing

@testable import ApusMock

/// What introspection says of a schema (section 4.2 of the specification).
@Suite(.timeLimit(.minutes(15))) struct IntrospectionAnswerTests {
  private static let sdl = #"""
    "All of it" schema { query: Root mutation: Change }
    extend schema { subscription: Feed }
    directive @auth(role: Role = ADMIN old: Int @deprecated) repeatable on OBJECT | FIELD_DEFINITION
    scalar When @specifiedBy(url: "https://example.com/when")
    scalar Plain
    enum Role { "May do all" ADMIN GUEST @deprecated(reason: "Say USER") }
    interface Node { id: ID! }
    interface Named implements Node { id: ID! name: String }
    "A user" type User implements Named & Node { id: ID! name: String friends(first: Int! = 3 by: [Order!] old: Int @deprecated): [[User!]]! age: Int @deprecated }
    type Bot implements Node { id: ID! }
    union Actor = User | Bot
    input Order { by: String! = "name" old: Int @deprecated desc: Boolean }
    input One @oneOf { a: Int b: Int }
    type Root { me: Actor }
    type Change { go: Int }
    type Feed { went: Int }
    """#

  private func line(_ text: String, sdl: String = IntrospectionAnswerTests.sdl) -> String {
    let sources = [SourceFile(path: "schema.graphqls", text: sdl)]
    let answers = MockAnswers(sources, MockSchema(sources), MockExamples(), MockOptions())
    switch answers.answer(text, operationName: nil, variables: .object([])) {
    case .response(let value), .refused(let value): return value.line
    case .events: return "events"
    }
  }

  @Test(arguments: [
    (
      "description queryType{name} mutationType{name} subscriptionType{name}",
      #""description":"All of it","queryType":{"name":"Root"},"mutationType":{"name":"Change"},"subscriptionType":{"name":"Feed"}"#
    ),
    (
      "__typename queryType{__typename kind}",
      #""__typename":"__Schema","queryType":{"__typename":"__Type","kind":"OBJECT"}"#
    ),
  ])
  func `the schema has a description and root types`(_ fields: String, _ members: String) {
    #expect(line("{ __schema { \(fields) } }") == #"{"data":{"__schema":{\#(members)}}}"#)
  }

  @Test func `a schema without a definition has no description and two root types less`() {
    #expect(
      line(
        "{ __schema { description queryType { name } mutationType { name } subscriptionType { name } } }",
        sdl: "type Query { a: Int }")
        == #"{"data":{"__schema":{"description":null,"queryType":{"name":"Query"},"mutationType":null,"subscriptionType":null}}}"#
    )
  }

  @Test func `the types are those of the schema and of the specification`() {
    let types = line("{ __schema { types { name } } }").matches(of: #/"name":"(\w+)"/#).map { String($0.1) }
    let expected = [
      "ID", "Int", "Float", "String", "Boolean", "When", "Plain", "Role", "Node", "Named", "User", "Bot",
      "Actor", "Order",
      "One", "Root", "Change", "Feed", "__Schema", "__Type", "__TypeKind", "__Field", "__InputValue",
      "__EnumValue",
      "__Directive", "__DirectiveLocation",
    ]
    #expect(types.sorted() == expected.sorted())
  }

  @Test(arguments: [
    (
      "When", "kind description specifiedByURL",
      #""kind":"SCALAR","description":null,"specifiedByURL":"https://example.com/when""#
    ),
    ("Plain", "specifiedByURL isOneOf fields{name}", #""specifiedByURL":null,"isOneOf":null,"fields":null"#),
    ("Int", "kind name", #""kind":"SCALAR","name":"Int""#),
    ("User", "kind description", #""kind":"OBJECT","description":"A user""#),
    (
      "User", "interfaces{name} possibleTypes{name}",
      #""interfaces":[{"name":"Named"},{"name":"Node"}],"possibleTypes":null"#
    ),
    ("User", "enumValues{name} inputFields{name}", #""enumValues":null,"inputFields":null"#),
    ("Node", "kind interfaces{name}", #""kind":"INTERFACE","interfaces":[]"#),
    ("Node", "possibleTypes{name}", #""possibleTypes":[{"name":"User"},{"name":"Bot"}]"#),
    (
      "Named", "interfaces{name} fields{name}",
      #""interfaces":[{"name":"Node"}],"fields":[{"name":"id"},{"name":"name"}]"#
    ),
    ("Actor", "kind fields{name} interfaces{name}", #""kind":"UNION","fields":null,"interfaces":null"#),
    ("Actor", "possibleTypes{name}", #""possibleTypes":[{"name":"User"},{"name":"Bot"}]"#),
    ("Order", "kind isOneOf fields{name}", #""kind":"INPUT_OBJECT","isOneOf":false,"fields":null"#),
    ("Order", "inputFields{name}", #""inputFields":[{"name":"by"},{"name":"desc"}]"#),
    (
      "Order", "inputFields(includeDeprecated: true){name}",
      #""inputFields":[{"name":"by"},{"name":"old"},{"name":"desc"}]"#
    ),
    (
      "Order", "inputFields{description defaultValue}",
      #""inputFields":[{"description":null,"defaultValue":"\"name\""},{"description":null,"defaultValue":null}]"#
    ),
    ("One", "isOneOf", #""isOneOf":true"#),
    (
      "Role", "kind enumValues{name description isDeprecated}",
      #""kind":"ENUM","enumValues":[{"name":"ADMIN","description":"May do all","isDeprecated":false}]"#
    ),
    (
      "Role", "enumValues(includeDeprecated: true){isDeprecated deprecationReason}",
      #""enumValues":[{"isDeprecated":false,"deprecationReason":null},{"isDeprecated":true,"deprecationReason":"Say USER"}]"#
    ),
    (
      "User", "fields{name isDeprecated}",
      #""fields":[{"name":"id","isDeprecated":false},{"name":"name","isDeprecated":false},{"name":"friends","isDeprecated":false}]"#
    ),
    (
      "Change", "fields(includeDeprecated: true){__typename name description}",
      #""fields":[{"__typename":"__Field","name":"go","description":null}]"#
    ),
    (
      "Bot", "fields{type{kind name ofType{kind name ofType{kind}}}}",
      #""fields":[{"type":{"kind":"NON_NULL","name":null,"ofType":{"kind":"SCALAR","name":"ID","ofType":null}}}]"#
    ),
    (
      "Root", "fields{type{kind name ofType{kind}} args{name}}",
      #""fields":[{"type":{"kind":"UNION","name":"Actor","ofType":null},"args":[]}]"#
    ),
  ])
  func `a type tells what its kind has`(_ name: String, _ fields: String, _ members: String) {
    #expect(line("{ __type(name: \"\(name)\") { \(fields) } }") == #"{"data":{"__type":{\#(members)}}}"#)
  }

  @Test func `lists and non-null types wrap others`() {
    let wrapped = line(
      "{ __type(name: \"User\") { fields { type { kind ofType { kind fields{name} ofType { kind ofType { kind ofType { name } } } } } } } }"
    )
    #expect(
      wrapped.contains(
        #"{"kind":"NON_NULL","ofType":{"kind":"LIST","fields":null,"ofType":{"kind":"LIST","ofType":{"kind":"NON_NULL","ofType":{"name":"User"}}}}}"#
      ), "\(wrapped)")
  }

  @Test func `arguments have types and default values, and deprecated ones come when they are asked for`() {
    func arguments(_ argument: String) -> String {
      line(
        "{ __type(name: \"User\") { fields { args\(argument) { name defaultValue type { kind } isDeprecated } } } }"
      )
    }
    let usual =
      #"{"name":"first","defaultValue":"3","type":{"kind":"NON_NULL"},"isDeprecated":false},{"name":"by","defaultValue":null,"type":{"kind":"LIST"},"isDeprecated":false}"#
    let old = #"{"name":"old","defaultValue":null,"type":{"kind":"SCALAR"},"isDeprecated":true}"#
    #expect(arguments("").contains(#"{"args":[\#(usual)]}"#))
    #expect(arguments("(includeDeprecated: true)").contains(#"{"args":[\#(usual),\#(old)]}"#))
  }

  @Test func `directives have arguments and places`() {
    let directives = line(
      "{ __schema { directives { name isRepeatable locations args { name defaultValue } } } }")
    #expect(
      directives.contains(
        #"{"name":"auth","isRepeatable":true,"locations":["OBJECT","FIELD_DEFINITION"],"args":[{"name":"role","defaultValue":"ADMIN"}]}"#
      ), "\(directives)")
    for name in ["skip", "include", "deprecated", "specifiedBy", "oneOf"] {
      #expect(directives.contains(#""name":"\#(name)","isRepeatable":false"#), "\(directives)")
    }
    let old = line("{ __schema { directives { args(includeDeprecated: true) { name } } } }")
    #expect(old.contains(#"{"args":[{"name":"role"},{"name":"old"}]}"#), "\(old)")
  }

  @Test func `nothing is said of a type that the schema lacks`() {
    #expect(line(#"{ __type(name: "Nobody") { name } }"#) == #"{"data":{"__type":null}}"#)
    #expect(line(#"{ __type(name: "user") { name } }"#) == #"{"data":{"__type":null}}"#)
  }

  @Test func `deprecated directives are listed if they are asked for`() {
    let sdl = """
      directive @old @deprecated(reason: "Gone.") on FIELD
      type Query { a: Int }
      """
    #expect(!line("{ __schema { directives { name } } }", sdl: sdl).contains("old"))
    let all = line(
      "{ __schema { directives(includeDeprecated: true) { name isDeprecated deprecationReason } } }", sdl: sdl
    )
    #expect(all.contains(#"{"name":"old","isDeprecated":true,"deprecationReason":"Gone."}"#))
    #expect(all.contains(#"{"name":"skip","isDeprecated":false,"deprecationReason":null}"#))
  }

  @Test func `the compiler's own types and directive are nowhere`() {
    #expect(
      line(#"{ __type(name: "__Meta") { name } }"#) == #"{"data":{"__type":null}}"#)
    #expect(!line("{ __schema { directives { name } } }").contains("apus"))
  }
}
