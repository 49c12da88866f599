import Apus
import ApusClient
import ApusPlatform

/// The responses in a recording: those of equal operations in their order.
final class RecordedOperations: GraphQLTransport {
  private struct Identity: Hashable {
    var name: String
    var variables: GraphQLValue
  }

  private struct Responses {
    var all: [Data]
    var next = 0
  }

  private let file: URL
  private let responses: Locked<[Identity: Responses]>

  /// - Throws: the system's error; ``TestingError`` for a file that is not a recording, or has no values.
  init(_ file: URL) throws {
    self.file = file
    var found: [Identity: Responses] = [:]
    var isRecording = false
    for line in try Data(contentsOf: file).split(separator: 0x0A) {
      guard let record = try? GraphQLValue(json: line), let type = record["type"].string else {
        throw TestingError("\(file.path) is not a recording of GraphQLInspector")
      }
      if type == "session" {
        isRecording = true
        guard record["redacted"].bool != true else {
          throw TestingError(
            "\(file.path) has no values to replay; record it with recording(keepsValues: true)")
        }
      }
      guard type == "operation", let name = record["name"].string, record["response"].object != nil,
        record["attempts"].list?.isEmpty == false
      else { continue }
      let identity = Identity(name: name, variables: record["variables"])
      found[identity, default: Responses(all: [])].all.append(Data(try record["response"].json()))
    }
    guard isRecording else { throw TestingError("\(file.path) is not a recording of GraphQLInspector") }
    responses = Locked(found)
  }

  func send(_ request: GraphQLHTTPRequest) async throws -> GraphQLHTTPResponse {
    guard let description = request.operations.first, request.operations.count == 1,
      let operation = request.operationValues.first
    else { throw TestingError("only single operations are replayed, not batches: \(request.names)") }
    let json = operation.observedRequest?.variables ?? Array("{}".utf8)
    let identity = Identity(name: description.shownName, variables: try GraphQLValue(json: json))
    let body = responses.withLock { responses -> Data? in
      guard var known = responses[identity] else { return nil }
      // The last one is given again and again.
      let body = known.all[min(known.next, known.all.count - 1)]
      known.next += 1
      responses[identity] = known
      return body
    }
    guard let body else {
      throw TestingError(
        "\(file.path) has no response to \(identity.name) with the variables \(identity.variables)")
    }
    return GraphQLHTTPResponse(graphQL: body)
  }
}
