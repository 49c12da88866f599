import Apus
import ApusClient
import ApusTesting
import Foundation

/// A query as the compiler emits it.
struct HelloQuery: GraphQLQuery {
  static let operationName = "Hello"
  static let operationDocument = "query Hello($name:String){hello(name:$name)}"
  static let operationID = "a1b2"
  var name: GraphQLNullable<String> = .unset

  init(name: GraphQLNullable<String> = .unset) { self.name = name }
  init(_reading reader: inout GraphQLReader) throws { name = try reader.nullable("name") }
  func _write(to writer: inout GraphQLWriter) { writer.nullable("name", name) }

  struct Data: GraphQLObject {
    let hello: String
    init(hello: String) { self.hello = hello }
    init(_reading reader: inout GraphQLReader) throws { hello = try reader.string("hello") }
    func _write(to writer: inout GraphQLWriter) { writer.string("hello", hello) }
  }
}

/// A mutation with a payload that carries errors, and with a file.
struct SendMutation: GraphQLMutation {
  static let operationName = "Send"
  static let operationDocument =
    "mutation Send($files:[Upload]){send(files:$files){userErrors{message code}}}"
  static let operationID = "c3d4"
  var files: [GraphQLUpload]

  init(files: [GraphQLUpload] = []) { self.files = files }
  init(_reading reader: inout GraphQLReader) throws { files = try reader.codable("files") }
  func _write(to writer: inout GraphQLWriter) { writer.codable("files", files) }

  struct Data: GraphQLObject {
    let send: GraphQLValue
    init(_reading reader: inout GraphQLReader) throws { send = try reader.value("send") }
    func _write(to writer: inout GraphQLWriter) { writer.value("send", send) }
  }
}

/// An operation with several responses.
struct HelloSubscription: GraphQLSubscription {
  static let operationName = "HelloAgain"
  static let operationDocument = "subscription HelloAgain{hello}"
  static let operationID = "e5f6"
  typealias Data = HelloQuery.Data

  init() {}
  init(_reading reader: inout GraphQLReader) throws {}
  func _write(to writer: inout GraphQLWriter) {}
}

let endpoint = URL(string: "http://127.0.0.1/graphql?key=1") ?? URL(fileURLWithPath: "/")

/// What a server says when all is well.
let world = #"{"data":{"hello":"world"}}"#

/// A client whose server follows a script. Its timeout is long: on a busy machine a test may have to wait for its turn.
func client(_ transport: GraphQLScriptedTransport) -> GraphQLClient {
  GraphQLClient(url: endpoint, transport: transport, timeout: .seconds(3600))
}

extension GraphQLHTTPRequest {
  /// The body as JSON; null when it is not.
  var json: GraphQLValue { (try? GraphQLValue(json: bodyText)) ?? .null }

  /// The body as text; empty when it is not in memory.
  var bodyText: String {
    if case .bytes(let data) = body { String(decoding: data, as: UTF8.self) } else { "" }
  }
}

/// The error that the client throws; nil when it throws none of its own.
func clientError(_ body: () async throws -> Void) async -> GraphQLClientError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? GraphQLClientError
  }
}

/// A number that several tasks count up.
actor Counter {
  private(set) var count = 0
  func increment() { count += 1 }
}

/// Where each who arrives waits until as many have come as are expected.
actor Meeting {
  private var missing: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of expected: Int) { missing = expected }

  func arrive() async {
    missing -= 1
    if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
    for one in waiting { one.resume() }
    waiting = []
  }
}
