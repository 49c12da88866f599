import Apus
import ApusInspectorPage
import ApusOfflineMutations
import ApusPlatform

/// Queued mutations as JSON.
enum QueueText {
  static func json(
    _ mutations: [GraphQLQueuedMutation], _ block: GraphQLQueueBlock?, _ secrets: SecretMembers
  ) -> [UInt8] {
    JSONText.object { text in
      text.member("mutations", objects: mutations) { write($1, secrets, to: &$0) }
      text.member("block", block.map { "\($0)" })
    }
  }

  private static func write(
    _ mutation: GraphQLQueuedMutation, _ secrets: SecretMembers, to text: inout JSONText
  ) {
    text.member("id", Int(mutation.id))
    text.member("name", mutation.operationName)
    switch mutation.state {
    case .waiting: text.member("state", "waiting")
    case .sending: text.member("state", "sending")
    case .parked(let parking):
      text.member("state", "parked")
      text.member("reason", parking.reason.rawValue)
      text.member("message", parking.message)
    }
    text.member("attempts", mutation.attempts)
    text.member("at", mutation.date.timeIntervalSince1970 * 1000)
    text.member("lane", mutation.lane)
    text.member("identity", mutation.identity)
    text.member("temporaryID", mutation.temporaryID)
    if let variables = try? mutation.variables.json() {
      text.member("variables", json: secrets.json(variables))
    }
  }
}
