import Apus
import ApusCache
import ApusClient
import ApusPlatform
import ApusTesting
import CacheFixtures

@testable import ApusInspector

/// A client with a cache and an inspector.
struct Scene {
  let cache: GraphQLCache
  let client: GraphQLClient
  let inspector: GraphQLInspector

  static let schema = GraphQLCacheSchema(
    "1 Query Mutation -;*!id;Note;Query.note:Note;Mutation.renameNote:Note;Mutation.addNote:Note")

  init(
    _ transport: some GraphQLTransport, limit: Int = 1000, byteLimit: Int = 1 << 20,
    redacting words: [String] = GraphQLInspector.secretWords, interceptors: [any GraphQLInterceptor] = []
  ) {
    cache = GraphQLCache(schema: Self.schema)
    client = GraphQLClient(
      url: URL(fileURLWithPath: "/graphql"), transport: transport,
      headers: ["Authorization": "Bearer abc", "X-Screen": "home"], interceptors: interceptors, cache: cache)
    inspector = GraphQLInspector(client, redacting: words, limit: limit, byteLimit: byteLimit)
  }

  init(_ steps: [GraphQLScriptedTransport.Step]) { self.init(GraphQLScriptedTransport(steps)) }

  /// The records so far, by what a page gets.
  func records(_ type: String? = nil) throws -> [GraphQLValue] {
    var page = PageReader()
    return try page.read(inspector).filter { type == nil || $0["type"].string == type }
  }

  /// A record with everything.
  func whole(_ type: String, _ id: GraphQLValue) throws -> GraphQLValue {
    try answer(type, ["id": "\(id)"])
  }

  func answer(_ route: String, _ parameters: [String: String] = [:]) throws -> GraphQLValue {
    switch LiveContent(inspector).answer(route[...], parameters) {
    case .json(let json): return try GraphQLValue(json: json)
    case .file(let bytes, _): return .string(String(decoding: bytes, as: UTF8.self))
    case .missing(let reason): return ["missing": .string(reason)]
    }
  }
}

extension LiveContent {
  init(_ inspector: GraphQLInspector) {
    self.init(
      inspection: inspector.inspection, page: ObjectIdentifier(inspector), wake: {}, isEnding: { false })
  }
}

/// A note as a server sends it.
func note(_ id: String, _ text: String, field: String = "note") -> GraphQLScriptedTransport.Step {
  .json(#"{"data":{"\#(field)":{"id":"\#(id)","text":"\#(text)","___":"Note"}}}"#)
}
