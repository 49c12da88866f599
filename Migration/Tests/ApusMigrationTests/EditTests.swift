import ApusSource
import Testing

@testable import ApusMigration

/// What becomes of single lines. `Projects/check` moves whole apps.
@Suite(.timeLimit(.minutes(15))) struct EditTests {
  /// The line as the command leaves it, with what it leaves to a person behind a bar.
  func edited(_ line: String, namespaced: Bool = true, usesCache: Bool = false) throws -> String {
    let module =
      namespaced ? #"{"embeddedInTarget": {"name": "App"}}"# : #"{"other": {}}"#
    let shape = try Shape(files: [
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App", "moduleType": \(module)}, "operations": "inSchemaModule"}}
      """,
      "Package.swift":
        "let package = Package(name: \"App\", targets: [.target(name: \"App\", path: \"App\")])",
      "App/schema.graphqls": """
      type Query { pets(kind: Kind, limit: Int! = 5, after_id: ID): [Pet!]! me: Dog! }
      interface Pet { id: ID! name: String! } enum Kind { CAT DOG }
      type Dog implements Pet { id: ID! name: String! friend: Pet breed: Kind born_on: Int died_on: Int } type Cat implements Pet { id: ID! name: String! }
      """,
      "App/Pets.graphql": """
      query Pets($kind: Kind, $limit: Int! = 5, $after_id: ID, $wide: Boolean! = false) {
        pets(kind: $kind, limit: $limit, after_id: $after_id) {
          ...PetName ... on Dog { friend { id } breed born_on died_on } ...PetID @include(if: $wide)
        }
        me { ... on Pet { id } }
      }
      fragment PetName on Pet { name }
      fragment PetID on Pet { id }
      """,
      "App/a.swift": line,
      "App/Context.swift": context,
    ])
    let project = shape.project(usesCache: usesCache)
    let tasks = ProjectReport(project).tasks
    _ = try project.write()
    return try shape.text(of: "App/a.swift") + tasks.map { " | \($0)" }.joined()
  }

  /// What the lines name.
  private let context = """
    @_exported import Apollo
    let c: ApolloClient = make()
    struct Holder { var b: ApolloClient? }
    let h: Holder = make()
    final class Service { func fetch<Query>(query: Query) -> Query { query } }
    let s: Service = make()
    struct Money { var cents: Int32 }
    let nodes: [Money?]? = nil
    let text = "CAT"
    let kind: API.Kind = .cat
    """

  @Test(arguments: [
    ("var a: API.PetsQuery.Data.Pet.AsDog.Friend", "var a: API.PetsQuery.Data.Pet.Dog.Friend"),
    ("var a: API.PetsQuery.Data.Me.AsPet", "var a: API.PetsQuery.Data.Me"),
    ("var a: [GraphQLEnum<API.Kind>?]", "var a: [API.Kind?]"),
    ("a = GraphQLEnum<API.Kind>(.cat)", "a = API.Kind.cat"),
    ("a = GraphQLEnum(API.Kind.cat)", "a = API.Kind.cat"),
    ("a = GraphQLEnum(kind)", "a = kind"), ("a == GraphQLEnum(.cat)", "a == .cat"),
    ("a = b == .case(.cat)", "a = b == .cat"),
    (
      "switch a { case .case(.cat), .case(.dog): 1; case .unknown: 2 }",
      "switch a { case .cat, .dog: 1; case .unrecognized: 2 }"
    ),
    ("switch a { case .unknown: 2 }", "switch a { case .unknown: 2 }"),
    ("a.fragments.petName.name", "API.PetNameData(a).name"),
    ("a?[0].b?.fragments.petName.name", "(a?[0].b).map({ API.PetNameData($0) })?.name"),
    ("f(x: 1)!.fragments.petName", "API.PetNameData(f(x: 1)!)"),
    ("row(for: a?.id).fragments.petName", "API.PetNameData(row(for: a?.id))"),
    ("b[\"a?\"]?.fragments.petName.name", "b[\"a?\"].map({ API.PetNameData($0) })?.name"),
    (
      "API.PetsQuery(kind: .some(.init(.cat)), limit: .some(3), afterId: x.y ?? .null)",
      "API.PetsQuery(kind: .value(.cat), limit: 3, after_id: .init(x.y))"
    ),
    (
      "API.PetsQuery(kind: nil, limit: nil, afterId: f(1) ?? .none)",
      "API.PetsQuery(kind: .unset, limit: nil, after_id: .ifPresent(f(1)))"
    ),
    ("Optional.some(1) == .none", "Optional.some(1) == .none"),
    ("GraphQLNullable<Int>.some(1)", "GraphQLNullable<Int>.value(1)"),
    ("var a: API.PetName", "var a: API.PetNameData"),
    ("var a: PetName // API.PetName", "var a: PetName // API.PetName"),
    ("let s = \"API.PetName \\(b.fragments.petName)\"", "let s = \"API.PetName \\(API.PetNameData(b))\""),
    ("try await c.fetch(query: q)", "try await c.response(for: q)"),
    ("{ [weak c] in try await c?.fetch(query: q) }", "{ [weak c] in try await c?.response(for: q) }"),
    (
      "if case .success(let a) = r { try await c.fetch(query: q) }",
      "if case .success(let a) = r { try await c.response(for: q) }"
    ),
    ("try await c.fetch(query: q, cachePolicy: .networkOnly)", "try await c.response(for: q)"),
    ("for try await r in try c.subscribe(subscription: s) {}", "for try await r in c.responses(to: s) {}"),
    ("import ApolloAPI", "import Apus"), ("let id: API.ID", "let id: String"),
    ("let k: GraphQLNullable<Int>; k = .some(2)", "let k: GraphQLNullable<Int>; k = .value(2)"),
    (
      "let g: GraphQLNullable<Int> = a ? .some(2) : .none",
      "let g: GraphQLNullable<Int> = a ? .value(2) : .unset"
    ),
    ("API.PetsQuery(kind: a ? .some(.init(.cat)) : .none)", "API.PetsQuery(kind: a ? .value(.cat) : .unset)"),
    ("API.PetsQuery(kind: .init(.cat))", "API.PetsQuery(kind: .init(.cat))"),
    ("API.PetsQuery(kind: a ? .init(.cat) : .null)", "API.PetsQuery(kind: a ? .init(.cat) : .null)"),
    ("API.PetsQuery(kind: .some(.init(kind)))", "API.PetsQuery(kind: .value(kind))"),
    ("API.PetsQuery(limit: page ?? 5)", "API.PetsQuery(limit: page ?? 5)"),
    (
      "API.PetsQuery(afterId: x.map { .some($0) } ?? .none)", "API.PetsQuery(after_id: .ifPresent(x))"
    ),
    ("func f() -> GraphQLResponse<API.PetsQuery>", "func f() -> GraphQLResponse<API.PetsQuery.Data>"),
    (
      "func f<Q: GraphQLQuery>(_ q: Q) -> GraphQLResponse<Q>",
      "func f<Q: GraphQLQuery>(_ q: Q) -> GraphQLResponse<Q.Data>"
    ),
    ("let k: GraphQLEnum<API.Kind> = .init(.cat)", "let k: API.Kind = .cat"),
    // What a GraphQLNullable contains is known too.
    (
      "let k = GraphQLNullable<GraphQLEnum<API.Kind>>.some(.init(kind))",
      "let k = GraphQLNullable<API.Kind>.value(kind)"
    ),
    ("func g(_ k: GraphQLEnum<API.Kind>?) {}; g(.init(.cat))", "func g(_ k: API.Kind?) {}; g(.cat)"),
    // GraphQL's `Int` is `Int32` where the app says so.
    (
      "let n: Int32 = 1; let q = API.PetsQuery(limit: .some(n))",
      "let n: Int32 = 1; let q = API.PetsQuery(limit: n)"
    ),
    (
      "let n: GraphQLNullable<Int> = .none; let m = n.unwrapped",
      "let n: GraphQLNullable<Int> = .unset; let m = n.value"
    ),
    // An alias of a generated type has its nested types.
    (
      "typealias Pets = API.PetsQuery.Data; func f(_ p: Pets.Pet.AsDog) -> Bool { p.breed?.value == .cat }",
      "typealias Pets = API.PetsQuery.Data; func f(_ p: Pets.Pet.AsDog) -> Bool { p.breed == .cat }"
    ),
    (
      "let r = try await c.fetch(query: API.PetsQuery()); let e = r.errors?.first",
      "let r = try await c.response(for: API.PetsQuery()); let e = r.errors.first"
    ),
    // A type within another one has a name of its own.
    (
      "struct Page { struct GraphQLResult {} }; var r: GraphQLResult<API.PetsQuery.Data>",
      "struct Page { struct GraphQLResult {} }; var r: GraphQLResponse<API.PetsQuery.Data>"
    ),
    // The innermost declaration is meant.
    (
      "func g(_ name: GraphQLNullable<String>) {}; func g(_ name: Int?, _ n: Int) {}; g(.some(\"a\")); g(.some(1), 2)",
      "func g(_ name: GraphQLNullable<String>) {}; func g(_ name: Int?, _ n: Int) {}; g(.value(\"a\")); g(.some(1), 2)"
    ),
  ])
  func `is certain`(_ line: String, _ expected: String) throws { #expect(try edited(line) == expected) }

  @Test(arguments: [
    "c.fetch(query: q) { print($0) }", "try await c.fetch(query: q, cachePolicy: .cacheOnly)",
    "c.watch(query: q) { _ in }",
    "a.fragments.petID", "a.map(\\.fragments.petName)", "ApolloClient(networkTransport: t, store: s)",
    "nodes?.last??.fragments.petName", "c.fetchPublisher(query: q)",
    "var k: Publishers.ApolloFetch<Int>", "let p: CachePolicy", "let p: Apollo.Cancellable",
    "let e: Apollo.ResponseCodeInterceptor.ResponseCodeError", "let u: URLSessionClient",
    "var r: RequestChain",
    "import ApolloCombine", "class Base: ApolloClient {}", "if let k = p.breed.value {}",
    "var o: GraphQLNullable<Int>?; let q = API.PetsQuery(kind: o ?? nil)",
    "f(.null)", "unknown.fetch(query: q)",
    "let q = API.PetsQuery(limit: try? f() ?? .null)", "async let r = c.fetch(query: q)",
    "if r.source == .cache {}", "let m = API.PetsQuery.Data.Pet.self; API.Objects.Cat",
    "switch a { case .case(let kind): kind }", "var a: API.PetsQuery.Data.Pet.Fragments", "let a: Mock<Dog>",
    "API.Objects.Dog", "ApolloStore()", "if let errors = response.errors {}",
    "SQLiteNormalizedCache(fileURL: u)",
    // Apollo wraps texts as well, and what else the place decides on.
    "a = GraphQLEnum(text)", "a = GraphQLEnum(\"CAT\")", "a == GraphQLEnum(b ? .cat : .dog)",
    "GraphQLEnum(.cat).rawValue", "a = GraphQLEnum(h.text)", "a = GraphQLEnum<API.Kind>.init(.cat)",
    "a?.b!.fragments.petName",
    // Its `??` takes an Optional and a GraphQLNullable.
    "let k: GraphQLNullable<Int> = a ?? b ?? .none", "let k: GraphQLNullable<Int> = a ?? (b ?? .null)",
    "let k: GraphQLNullable<Int> = a ?? .some(3)", "let k: GraphQLNullable<Int> = a ?? 5",
    "let k = a ?? b ?? GraphQLNullable<Int>.none", "let k = a ?? GraphQLNullable<Int>.some(3)",
    "let k: GraphQLNullable<Int> = a ?? b ?? nil",
  ])
  func `is for a person`(_ line: String) throws {
    let parts = try edited(line).components(separatedBy: " | ")
    #expect(parts[0] == line)
    #expect(parts.count > 1)
  }

  /// What has another shape here, and is listed for that.
  @Test(arguments: [
    (
      "func f<Q: GraphQLQuery>(_ r: GraphQLResponse<Q>) -> Q.Data? { r.data }",
      "write <Data: GraphQLObject> for Q"
    ),
    (
      "func f<Q: GraphQLQuery>(_ q: Q) where Q.ResponseFormat == SingleResponseFormat {}",
      "delete the requirement"
    ),
    ("_ = e.extensions?[\"code\"] as? String", "casts of them are nil"),
    ("_ = (e.extensions as? [String: AnyHashable])?[\"code\"] as? Int", "casts of them are nil"),
    ("_ = e.message!", "the message of an error is not optional"),
    ("_ = e.locations?.first", "locations of an error"),
    ("let n: Int32? = 1; let q = API.PetsQuery(limit: opt(n))", "the parameter is an Optional here"),
    ("let r = GraphQLResult<API.PetsQuery.Data>(data: nil, errors: nil)", "GraphQLResponse(data:errors:"),
    ("let r = Apollo.GraphQLResult<API.PetsQuery.Data>.init(data: nil)", "GraphQLResponse(data:errors:"),
    ("switch d?.breed?.value { default: 1 }", "an enum is not wrapped"),
    ("extension API.PetName { var a: Bool { breed?.value == .cat } }", "an enum is not wrapped"),
    ("func f(breed: API.Kind) {}; _ = d.breed.value", "an enum is not wrapped"),
    ("_ = p.breed?.compactMap { $0?.value }", "an enum is not wrapped"),
    ("f(k: .init(.cat))", "if this makes a GraphQLEnum"),
    ("import ApolloWebSocket; let w = WebSocket(url: u)", "client.subscriptions"),
    ("_ = r.resultMap", "a value is not a dictionary"),
    ("extension GraphQLResponse { var a: Bool { errors?.isEmpty ?? true } }", "not an Optional"),
    ("try await c.fetch(query: q, cachePolicy: a ? .networkOnly : .cacheFirst)", "not written as one name"),
    ("c.subscribe(subscription: s) { _ in }", "the handler becomes the body of `for try await"),
    (
      "c.fetch(query: q, cachePolicy: .returnCacheDataAndFetch) { _ in }",
      "the handler becomes the body of `for await update in client.watch(query, policy: .cacheAndNetwork)`"
    ),
  ])
  func `says why`(_ line: String, _ task: String) throws {
    let parts = try edited(line).components(separatedBy: " | ")
    #expect(parts.dropFirst().contains { $0.contains(task) }, "\(parts)")
  }

  /// A name may mean something else than the app's client of that name.
  @Test(arguments: [
    "if case .success(let c) = r { try await c.fetch(query: q) }",
    "func f() async throws { guard case .success(let c) = r else { return }; try await c.fetch(query: q) }",
    "while case let .next(c) = r { try await c.fetch(query: q) }",
    "func f() async throws { let (c, n) = r; try await c.fetch(query: q) }",
    "{ [c = r] in try await c.fetch(query: q) }", "{ [c = r] n in try await c.fetch(query: q) }",
    "do { try g() } catch let c as E { try await c.fetch(query: q) }",
    "do { try g() } catch E.a(let c) { try await c.fetch(query: q) }",
  ])
  func `is for a person where shadowed`(_ line: String) throws {
    #expect(
      try edited(line).hasPrefix("\(line) | it is unknown whose function this is; if it is Apollo's: "))
  }

  /// Lines that look like Apollo's and are none of it.
  @Test(arguments: [
    "let d = Date()", "func f<ID: Hashable>(_ id: ID) -> ID { id }", "_ = s.fetch(query: q)",
    "var o: GraphQLNullable<Int>? = nil", "let b: Int? = .some(3)", "let b: Int? = a ? .some(3) : .none",
    "if h.b == nil {}", "enum E { case unknown }; switch e { case .unknown: 1 }", "struct GraphQLResult {}",
    "func g(_ a: Int?) {}; g(.none)", "let fragments = page.fragments(of: 3)",
    "let b: Int? = a ?? c ?? .none", "let b: Thing = .init(.large)",
    "let g: GraphQLNullable<Int> = .init(.cat)", "var n: GraphQLNullable<Int32>",
    // Other types have members and parameters of the same names.
    "func show(text: GraphQLNullable<String>) {}; let label = UILabel(); label.text = nil",
    "struct Form { var text: GraphQLNullable<String> }; func clear(_ label: UILabel) { label.text = nil }",
    "func set(text: GraphQLNullable<String>) {}; func clear(_ view: UITextView) { view.set(text: nil) }",
    "struct Page { struct GraphQLResult {} ; var r: GraphQLResult }",
  ])
  func `is left`(_ line: String) throws { #expect(try edited(line) == line) }

  /// The app's own function of the same name may call itself or Apollo's.
  @Test func `lists calls within the app's own function`() throws {
    let text =
      "extension ApolloClient { func fetch<Q>(query: Q) async throws -> Q { try await fetch(query: query).data } }"
    let parts = try edited(text).components(separatedBy: " | ")
    #expect(parts[0] == text.replacingOccurrences(of: "ApolloClient", with: "GraphQLClient"))
    #expect(parts.last?.hasPrefix("this may be the app's own function") == true, "\(parts)")
  }

  @Test func `takes bare names of a module`() throws {
    #expect(try edited("var a: PetName", namespaced: false) == "var a: PetNameData")
    #expect(
      try edited("struct PetName {}; var a: PetName", namespaced: false)
        == "struct PetName {}; var a: PetName")
    let taken = "struct PetNameData {}; var a: PetName; _ = b.fragments.petName"
    let parts = try edited(taken, namespaced: false).components(separatedBy: " | ")
    #expect(parts[0] == taken)
    #expect(parts.count == 3)
  }

  @Test func `lists clearing of itself`() throws {
    let text =
      "import Apollo; extension ApolloClient { func again() async throws { try await clearCache() } }"
    let parts = try edited(text).components(separatedBy: " | ")
    #expect(parts.contains { $0.contains("clear() of GraphQLCache") }, "\(parts)")
  }

  /// Modules that are one in Apus are imported once; a line that holds more than the import keeps it.
  @Test(arguments: [
    (
      "import Apollo\nimport ApolloAPI\nlet c: ApolloClient",
      "import Apus\nimport ApusClient\nlet c: GraphQLClient"
    ),
    (
      "import ApolloAPI\r\n  import struct Apollo.Selection\r\nimport Apollo // both\r\nimport ApolloAPI",
      "import Apus\r\n  import ApusClient\r\nimport Apus // both\r\nimport Apus"
    ),
  ])
  func `imports once`(_ text: String, _ expected: String) throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "output": {"schemaTypes": {"path": "API", "moduleType": {"other": {}}}}}
      """,
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query A { a }", "App/a.swift": text,
    ])
    _ = try shape.project().write()
    #expect(try shape.text(of: "App/a.swift") == expected)
  }

  /// A file may name what generated code of Apollo's re-exports, and need no other edit.
  @Test func `imports for an unchanged name`() throws {
    let text = "import API\nvar page: GraphQLNullable<Int> = 1\n"
    let shape = try Shape(files: [
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "output": {"schemaTypes": {"path": "API", "moduleType": {"other": {}}}}}
      """,
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query A { a }",
      "App/a.swift": text, "App/b.swift": text.replacing("import API", with: "import Other"),
    ])
    _ = try shape.project().write()
    #expect(
      try shape.text(of: "App/a.swift") == text.replacing("import API", with: "import API\nimport Apus"))
    #expect(try shape.text(of: "App/b.swift") == text.replacing("import API", with: "import Other"))
  }

  /// An object field that begins with a capital letter is a property of the same name here, and of another in Apollo.
  @Test func `lists properties with other names`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "schema.graphqls": "type Query { Page: Page } type Page { id: Int default_x: Int y_z: Int }",
      "a.graphql": "query A { Page { id default_x y_z } }",
      "App/a.swift":
        "import Apollo\nlet a = r.data?.page?.default_x\nfunc f(_ d: AQuery.Data) { _ = d.page }",
    ])
    let project = shape.project()
    #expect(
      ProjectReport(project).tasks == ["if this is a property of a response: Page"], "\(shape.report())")
    _ = try project.write()
    #expect(try shape.text(of: "App/a.swift").hasSuffix("func f(_ d: AQuery.Data) { _ = d.Page }"))
  }

  /// One key of the configuration keeps Apollo's names, where it changes no more than it keeps.
  @Test func `keeps the names of capitalized fields`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "App"}}}"#,
      "schema.graphqls": "type Query { Page: Page User: Page } type Page { id: Int }",
      "a.graphql": "query A { Page { id } User { id } }",
      "App/a.swift": "import Apollo\nlet a = r.data?.page?.id\n",
    ])
    #expect(try shape.migration().targets[0].configurationText.contains("\"convertFieldCase\": true"))
    #expect(ProjectReport(shape.project()).tasks == [])
  }

  /// Members of types need no import of their own.
  @Test func `edits files without an import`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json":
        #"{"schemaNamespace": "API", "output": {"schemaTypes": {"path": "API", "moduleType": {"other": {}}}}}"#,
      "schema.graphqls": "type Query { kind: Kind } enum Kind { CAT }", "a.graphql": "query A { kind }",
      "App/a.swift": "import API\nfunc make() -> AQuery.Data { d }\n",
      "App/b.swift":
        "let isCat = make().kind == .case(.cat)\nlet errors: [Int]? = nil\nlet e = errors?.first",
    ])
    _ = try shape.project().write()
    #expect(
      try shape.text(of: "App/b.swift")
        == "let isCat = make().kind == .cat\nlet errors: [Int]? = nil\nlet e = errors?.first")
  }
}
