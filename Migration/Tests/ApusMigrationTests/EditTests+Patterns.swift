import Testing

@testable import ApusMigration

/// Edits of patterns that apps have often.
extension EditTests {
  /// A handler becomes a task, in which client and query are evaluated where they were.
  @Test(arguments: [
    (
      """
      final class Model {
        var count = 0
        func load() {
          c.fetch(query: API.PetsQuery()) { [weak self] result in
            switch result {
            case .success(let response):
              self?.count = response.data?.pets.count ?? 0
              if let errors = response.errors { print(errors) }
              if let breed = response.data?.pets.first?.asDog?.breed?.value { print(breed) }
            case .failure(let error): print(error)
            }
          }
        }
      }
      """,
      """
      final class Model {
        var count = 0
        func load() {
          Task { @MainActor [weak self, client = c, query = API.PetsQuery()] in
            let result = await Task { try await client.response(for: query) }.result
            switch result {
            case .success(let response):
              self?.count = response.data?.pets.count ?? 0
              if case let errors = response.errors, !errors.isEmpty { print(errors) }
              if let breed = API.Kind.allCases.first(where: { $0 == response.data?.pets.first?.asDog?.breed }) { print(breed) }
            case .failure(let error): print(error)
            }
          }
        }
      }
      """
    ),
    (
      "func f() async throws { try await withCheckedThrowingContinuation { k in\n  c.perform(mutation: m) { k.resume(with: $0) }\n} }",
      "func f() async throws { try await withCheckedThrowingContinuation { k in\n  c.perform(mutation: m) { k.resume(with: $0) }\n} } | the completion handler becomes"
    ),
    (
      "func f() { _ = c.perform(mutation: m, queue: .main, resultHandler: { r in print(r) }) }",
      "func f() { Task { @MainActor [client = c, mutation = m] in\n  let r = await Task { try await client.response(for: mutation) }.result\n  print(r) } }"
    ),
    (
      "func f() { c.fetch(query: q, cachePolicy: .fetchIgnoringCacheData) { _ in\n  done()\n} }",
      "func f() { Task { @MainActor [client = c, query = q] in\n  _ = await Task { try await client.response(for: query) }.result\n  done()\n} }"
    ),
    (
      "func f() { c.perform(mutation: m); done() }",
      "func f() { Task { [client = c, mutation = m] in _ = try await client.response(for: mutation) }; done() }"
    ),
    // A closure within a capture list would not find its parameters.
    (
      "func f() { c.fetch(query: API.PetsQuery(kind: k { x in x })) { r in print(r) }; done() }",
      "func f() { let query = API.PetsQuery(kind: k { x in x })\nTask { @MainActor [client = c, query] in\n  let r = await Task { try await client.response(for: query) }.result\n  print(r) }; done() }"
    ),
    (
      "func f() { c.fetch(query: API.PetsQuery(kind: k { x in x })) { r in print(r) }; print(query) }",
      "func f() { c.fetch(query: API.PetsQuery(kind: k { x in x })) { r in print(r) }; print(query) } | the completion handler"
    ),
    // What the new closure names, or another queue, or the call's own result decide otherwise.
    (
      "func f() { c.fetch(query: q) { r in print(client) }; done() }",
      "func f() { c.fetch(query: q) { r in print(client) }; done() } | the completion handler becomes"
    ),
    (
      "func f() { c.fetch(query: q, queue: other) { r in print(r) }; done() }",
      "func f() { c.fetch(query: q, queue: other) { r in print(r) }; done() } | the completion handler becomes"
    ),
    (
      "func f() { h.b?.fetch(query: q) { r in print(r) }; done() }",
      "func f() { h.b?.fetch(query: q) { r in print(r) }; done() } | the completion handler becomes"
    ),
    (
      "let task = c.fetch(query: q) { r in print(r) }",
      "let task = c.fetch(query: q) { r in print(r) } | the completion handler becomes"
    ),
    (
      "struct Task {}; func f() { c.fetch(query: q) { r in print(r) }; done() }",
      "struct Task {}; func f() { c.fetch(query: q) { r in print(r) }; done() } | the completion handler becomes"
    ),
  ])
  func `makes tasks of completion handlers`(_ text: String, _ expected: String) throws {
    let found = try edited(text)
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test(arguments: [
    (
      "let r = try await c.fetch(query: API.PetsQuery()); guard let e = r.errors else { return }",
      "let r = try await c.response(for: API.PetsQuery()); guard case let e = r.errors, !e.isEmpty else { return }"
    ),
    (
      "func f(_ r: GraphQLResult<API.PetsQuery.Data>?) { if let errors = r?.errors, !errors.isEmpty {} }",
      "func f(_ r: GraphQLResponse<API.PetsQuery.Data>?) { if let errors = r?.errors, !errors.isEmpty {} }"
    ),
    (
      "func f(_ r: GraphQLResult<API.PetsQuery.Data>) -> Bool { if let _ = r.errors { true } else { r.errors == nil } }",
      "func f(_ r: GraphQLResponse<API.PetsQuery.Data>) -> Bool { if !r.errors.isEmpty { true } else { r.errors.isEmpty } }"
    ),
    (
      "func f(_ r: GraphQLResult<API.PetsQuery.Data>) -> Bool { r.errors?.isEmpty == false && r.errors != nil && r.errors?.count ?? 0 > 1 }",
      "func f(_ r: GraphQLResponse<API.PetsQuery.Data>) -> Bool { !r.errors.isEmpty && !r.errors.isEmpty && r.errors.count > 1 }"
    ),
    (
      "func f(_ r: GraphQLResult<API.PetsQuery.Data>) -> [String] { (r.errors ?? []).map { $0.message! } + [r.errors?.first?.message ?? \"\"] }",
      "func f(_ r: GraphQLResponse<API.PetsQuery.Data>) -> [String] { (r.errors).map { $0.message } + [r.errors.first?.message ?? \"\"] }"
    ),
    (
      "func f(_ e: GraphQLError) -> Bool { e.message?.contains(\"no\") == true || e.message ?? \"\" == \"a\" }",
      "func f(_ e: GraphQLError) -> Bool { e.message.contains(\"no\") == true || e.message == \"a\" }"
    ),
    // A closure's parameter has the type that the app's own function declares.
    (
      "func load(_ done: @escaping (Result<GraphQLResult<API.PetsQuery.Data>?, any Error>) -> Void) {}; load { r in if case .success(let v) = r, let e = v?.errors { print(e) } }",
      "func load(_ done: @escaping (Result<GraphQLResponse<API.PetsQuery.Data>?, any Error>) -> Void) {}; load { r in if case .success(let v) = r, let e = v?.errors, !e.isEmpty { print(e) } }"
    ),
  ])
  func `takes errors as an array`(_ text: String, _ expected: String) throws {
    let found = try edited(text)
    #expect(found == expected, "\(found)")
  }

  @Test(arguments: [
    (
      "func f(_ p: API.PetsQuery.Data.Pet.AsDog) -> String? { p.breed?.value?.rawValue }",
      "func f(_ p: API.PetsQuery.Data.Pet.Dog) -> String? { API.Kind.allCases.first(where: { $0 == p.breed })?.rawValue }"
    ),
    (
      "func f(_ k: GraphQLEnum<API.Kind>) { guard let a = k.value else { return }; print(a) }",
      "func f(_ k: API.Kind) { guard let a = API.Kind.allCases.first(where: { $0 == k }) else { return }; print(a) }"
    ),
    ("a = .case(f(x)); b(.case(g[1]))", "a = f(x); b(g[1])"),
  ])
  func `takes enums without a wrapper`(_ text: String, _ expected: String) throws {
    #expect(try edited(text) == expected)
  }

  @Test func `makes a client of its URL`() throws {
    let text = """
      final class Network {
        lazy var apollo: ApolloClient = {
          let store = ApolloStore(cache: InMemoryNormalizedCache())
          let client = URLSessionClient()
          let provider = DefaultInterceptorProvider(client: client, store: store)
          let url = URL(string: "https://a.b")!
          let transport = RequestChainNetworkTransport(
            interceptorProvider: provider, endpointURL: url, additionalHeaders: ["A": token])
          return ApolloClient(networkTransport: transport, store: store)
        }()
      }
      """
    let expected = """
      final class Network {
        lazy var apollo: GraphQLClient = {
          let url = URL(string: "https://a.b")!
          return GraphQLClient(url: url, headers: ["A": token])
        }()
      }
      """
    #expect(try edited(text) == expected)
    // A part that is used elsewhere, or that the app has made, is a person's.
    for other in [
      text.replacing("return ", with: "keep(store)\n    return "),
      text.replacing("DefaultInterceptorProvider", with: "OwnProvider"),
      text.replacing("URLSessionClient()", with: "URLSessionClient(sessionConfiguration: own)"),
    ] {
      let parts = try edited(other).components(separatedBy: " | ")
      #expect(parts[0].contains("ApolloClient(networkTransport: transport"), "\(parts)")
      #expect(parts.count > 3)
    }
  }

  /// An interceptor is one thing to do, however many of Apollo's names it has.
  @Test func `lists a type once that is written anew`() throws {
    let parts = try edited(
      """
      class Token: ApolloInterceptor {
        var id = ""
        func interceptAsync<O: GraphQLOperation>(chain: RequestChain, request: HTTPRequest<O>, response: HTTPResponse<O>?) {
          request.addHeader(name: "A", value: "b")
          chain.proceedAsync(request: request, response: response)
        }
      }
      class Provider: DefaultInterceptorProvider { func all() -> [ApolloInterceptor] { [Token()] } }
      var other: ApolloInterceptor?
      """
    ).components(separatedBy: " | ").dropFirst()
    #expect(parts.count == 3, "\(parts)")
    #expect(parts.first?.hasSuffix("all of it, to line 7") == true)
  }

  /// The schema's table is in a module that the file did not need to import.
  @Test func `imports the module whose schema a cache needs`() throws {
    let shape = try Shape(files: [
      "apollo-codegen-config.json": """
      {"schemaNamespace": "API", "output": {"schemaTypes": {"path": "API", "moduleType": {"other": {}}}}}
      """,
      "schema.graphqls": "type Query { a: Int }", "a.graphql": "query A { a }",
      "App/a.swift": "import Apollo\nimport ApolloAPI\nlet c = ApolloClient(url: u)\n",
    ])
    _ = try shape.project(usesCache: true).write()
    let text = try shape.text(of: "App/a.swift")
    #expect(
      text.hasPrefix("import Apus\nimport ApusClient\nimport ApusCache\nimport API\nlet c = "), "\(text)")
  }

  @Test func `edits imports without a configuration`() throws {
    let shape = try Shape(files: ["App/a.swift": "import Apollo\nlet c: ApolloClient\n"])
    _ = try shape.project().write()
    #expect(try shape.text(of: "App/a.swift") == "import Apus\nimport ApusClient\nlet c: ApolloClient\n")
    #expect(ProjectReport(shape.project()).tasks.count == 1)
  }
}
