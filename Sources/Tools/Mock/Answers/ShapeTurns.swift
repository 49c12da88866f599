import ApusHash
import ApusSource

/// Sends the responses of every shape to a request in turn.
///
/// The turns are kept apart from the responses. Responses to many requests would fill the memory, and can be made again.
struct ShapeTurns {
  /// The maximum number of requests whose turns are kept. When it is reached, all lists start anew.
  private static let maximumRequests = 100_000

  /// The maximum size in bytes of the responses that are kept.
  private let maximumSize: Int
  /// The number of the next response, by the digest of the request.
  private var turns: [String: Int] = [:]
  private var responses: [String: [JSONOutput]] = [:]
  /// The size in bytes of the responses that are kept.
  private(set) var size = 0

  init(maximumSize: Int = 64 << 20) { self.maximumSize = maximumSize }

  /// The next response to a request.
  ///
  /// - Parameter make: makes all responses, if they are not kept.
  /// - Returns: nil if there are none.
  mutating func next(of request: String, _ make: () -> [JSONOutput]) -> JSONOutput? {
    let digest = SHA256.hexadecimal(request)
    let list = responses[digest] ?? keep(make(), digest)
    if list.isEmpty { return nil }
    if turns[digest] == nil, turns.count >= ShapeTurns.maximumRequests { turns = [:] }
    let turn = turns[digest, default: 0] % list.count
    turns[digest] = turn + 1
    return list[turn]
  }

  private mutating func keep(_ made: [JSONOutput], _ digest: String) -> [JSONOutput] {
    let texts = made.map { response -> [UInt8] in
      var bytes: [UInt8] = []
      response.append(to: &bytes)
      return bytes
    }
    let list = texts.map(JSONOutput.written)
    let added = texts.map(\.count).reduce(0, +)
    if added > maximumSize { return list }
    if size + added > maximumSize {
      responses = [:]
      size = 0
    }
    responses[digest] = list
    size += added
    return list
  }
}
