import Apus
import Foundation
import Testing

@testable import ApusOfflineMutations

/// Responses with errors, judged by the specification.
@Suite(.timeLimit(.minutes(15))) struct MutationOutcomeTests {
  private static func error(_ path: String?) -> String {
    "{\"message\":\"no\"" + (path.map { ",\"path\":[\($0)]" } ?? "") + "}"
  }

  /// - Parameter body: the data, or nil for a response without.
  private func outcome(_ data: String?, _ paths: [String?], rootFields: Int? = 1) throws -> MutationOutcome {
    let list = "[" + paths.map(Self.error).joined(separator: ",") + "]"
    let json = "{\"errors\":\(list)" + (data.map { ",\"data\":\($0)" } ?? "") + "}"
    let errors = try JSONDecoder().decode([GraphQLError].self, from: Data(list.utf8))
    return MutationOutcome(Data(json.utf8), errors) { rootFields }
  }

  @Test(
    arguments: [
      // A root field that is not null.
      ("{\"like\":{\"likes\":null}}", ["\"like\",\"likes\""], .carriedOut),
      ("{\"like\":{\"likes\":1}}", [nil], .carriedOut),
      ("{\"like\":null,\"rename\":{}}", ["\"like\""], .carriedOut),
      // Its resolver failed.
      ("{\"like\":null}", ["\"like\""], .rejected), ("{\"like\":null}", [nil], .rejected),
      ("{\"__typename\":\"Mutation\",\"like\":null}", ["\"like\""], .rejected),
      ("{\"like\":null,\"rename\":null}", ["\"like\"", "\"rename\""], .rejected),
      // This one returned null by itself.
      ("{\"like\":null,\"rename\":null}", ["\"like\""], .carriedOut),
      // An error below it took it along.
      ("{\"like\":null}", ["\"like\",\"author\",\"name\""], .carriedOut),
      ("null", ["\"like\",\"author\",\"name\""], .carriedOut), ("null", ["\"like\",0"], .carriedOut),
      // Before the execution, whatever the path means there.
      (nil, [nil], .rejected), (nil, ["\"mutation Like\",\"like\",\"post\""], .rejected),
      ("null", [nil], .rejected), ("null", [""], .rejected),
    ] as [(String?, [String?], MutationOutcome)])
  func `a response says what was carried out`(
    _ data: String?, _ paths: [String?], _ expected: MutationOutcome
  ) throws {
    #expect(try outcome(data, paths) == expected)
  }

  @Test func `a failed non-null root field hides what became of the others`() throws {
    #expect(try outcome("null", ["\"like\""], rootFields: 1) == .rejected)
    #expect(try outcome("null", ["\"like\""], rootFields: 2) == .unknown)
    #expect(try outcome("null", ["\"like\""], rootFields: nil) == .unknown)
  }
}
