import Apus
import ApusPlatform

/// The JSON of a mutation's row.
extension GraphQLQueuedMutation {
  /// A row that cannot be a mutation's.
  struct Unknown: Error {}

  /// Numbers that can still be incremented.
  private static let counts = 0..<Int.max / 2

  var stored: GraphQLValue {
    var members: [String: GraphQLValue] = [
      "id": .number(GraphQLNumber(id)), "operation": .string(operationName), "identity": .string(identity),
      "lane": .string(lane), "date": .string("\(date.timeIntervalSinceReferenceDate)"),
      "attempts": .number(GraphQLNumber(attempts)), "position": .number(GraphQLNumber(position)),
      "variables": .string(text),
    ]
    if let key { members["key"] = .string(key) }
    switch keyPlace {
    case .none: break
    case .header(let name): members["header"] = .string(name)
    case .variable(let path): members["path"] = .string(path)
    }
    if let temporaryID { members["temporaryID"] = .string(temporaryID) }
    switch state {
    case .waiting: break
    case .sending: members["state"] = "sending"
    case .parked(let parking):
      members["state"] = "parked"
      members["reason"] = .string(parking.reason.rawValue)
      members["message"] = .string(parking.message)
      if !parking.errors.isEmpty, let errors = try? JSONEncoder().encode(parking.errors) {
        members["errors"] = .string(String(decoding: errors, as: UTF8.self))
      }
    }
    if isUndecided { members["undecided"] = true }
    if mayHaveRun { members["mayHaveRun"] = true }
    if let response { members["response"] = .string(String(decoding: response, as: UTF8.self)) }
    return .object(members)
  }

  init(stored value: GraphQLValue) throws {
    guard let id = value["id"].int.flatMap({ UInt32(exactly: $0) }),
      let operationName = value["operation"].string, let identity = value["identity"].string,
      let lane = value["lane"].string, let date = value["date"].string.flatMap({ Double($0) }),
      let text = value["variables"].string, let position = value["position"].int,
      Self.counts.contains(position),
      let attempts = value["attempts"].int, Self.counts.contains(attempts)
    else { throw Unknown() }
    self.init(
      id: id, operationName: operationName, identity: identity, lane: lane, key: value["key"].string,
      keyPlace: value["header"].string.map { .header($0) } ?? value["path"].string.map { .variable($0) }
        ?? .none,
      temporaryID: value["temporaryID"].string, date: Date(timeIntervalSinceReferenceDate: date),
      attempts: attempts, state: try Self.state(value), text: text, position: position,
      isUndecided: value["undecided"].bool ?? false, mayHaveRun: value["mayHaveRun"].bool ?? false,
      response: value["response"].string.map { Data($0.utf8) })
  }

  private static func state(_ value: GraphQLValue) throws -> State {
    switch value["state"].string {
    case nil: return .waiting
    case "sending": return .sending
    case "parked":
      guard let reason = value["reason"].string.flatMap({ GraphQLParking.Reason(rawValue: $0) }) else {
        throw Unknown()
      }
      let errors = try value["errors"].string.map {
        try JSONDecoder().decode([GraphQLError].self, from: Data($0.utf8))
      }
      return .parked(
        GraphQLParking(reason: reason, message: value["message"].string ?? "", errors: errors ?? []))
    default: throw Unknown()
    }
  }
}
