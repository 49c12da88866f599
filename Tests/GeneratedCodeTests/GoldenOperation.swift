import Apus
import Foundation

/// An operation of a golden case, and what can be done with its responses.
struct GoldenOperation: Sendable {
  /// Decodes and encodes by every path, and demands that all agree with the text.
  let checkRoundTrip: @Sendable (_ json: String) throws -> Void
  /// The description of the error that decoding throws; nil when it throws none.
  let failure: @Sendable (_ json: String) -> String?

  init<Operation: GraphQLOperation>(_ type: Operation.Type) {
    checkRoundTrip = { json in try expectRoundTrip(Operation.Data.self, json) }
    failure = { json in
      do {
        _ = try Operation.response(json: Array(#"{"data":\#(json)}"#.utf8))
        return nil
      } catch {
        return "\(error)"
      }
    }
  }
}
