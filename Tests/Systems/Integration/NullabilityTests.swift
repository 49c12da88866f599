import Apus
import ApusClient
import Testing

extension ServerTests {
  /// Fields that fail, and what documents say of their errors.
  @Suite struct NullabilityTests {
    static let mediaTypes = ["application/graphql-response+json", "application/json"]

    private func client(_ mediaType: String) async throws -> GraphQLClient {
      var client = try await ServerTests.client()
      client.headers["Accept"] = mediaType
      return client
    }

    private func paths<Value>(_ result: Result<Value, GraphQLFieldError>?) -> [GraphQLPath?]? {
      if case .failure(let error)? = result { error.errors.map(\.path) } else { nil }
    }

    @Test(arguments: mediaTypes)
    func `errors are caught where the document says`(_ mediaType: String) async throws {
      let response = try await client(mediaType).response(for: CaughtErrorsQuery(id: "m1"))
      #expect(response.errors.count == 8)
      let data = try #require(response.data)
      #expect(data.null?.id == "m1")
      #expect(data.null?.broken == nil)
      #expect(data.result?.id == "m1")
      #expect(paths(data.result?.broken) == [["result", "broken"]])
      #expect(paths(data.thrown) == [["thrown", "broken"]])
      #expect(paths(data.required) == [["required", "broken"]])
      #expect(data.withoutParent == nil)
      #expect(data.nonNull == nil)
      #expect(paths(data.nonNullResult) == [["nonNullResult", "brokenNonNull"]])
      #expect(data.nonNullInResult == nil)
    }

    @Test(arguments: mediaTypes)
    func `errors that nothing catches leave no data`(_ mediaType: String) async throws {
      try await expectError(ThrownErrorQuery(id: "m1"), ["media", "broken"], mediaType)
      try await expectError(RequiredErrorQuery(id: "m1"), ["media", "broken"], mediaType)
      try await expectError(ThrownNonNullErrorQuery(id: "m1"), ["media", "brokenNonNull"], mediaType)
      try await expectError(RequiredNonNullErrorQuery(id: "m1"), ["media", "brokenNonNull"], mediaType)
    }

    private func expectError(
      _ query: some GraphQLQuery, _ path: GraphQLPath, _ mediaType: String
    ) async throws {
      let response = try await client(mediaType).response(for: query)
      #expect(response.data == nil)
      #expect(response.errors.map(\.path) == [path])
      let error = try await clientError { _ = try await client(mediaType).fetch(query) }
      guard case .graphQL(let failure) = error else { throw error }
      #expect(failure.errors.map(\.code) == ["BROKEN"])
    }

    @Test(arguments: mediaTypes)
    func `a required null without an error is told with its path`(_ mediaType: String) async throws {
      let error = try await clientError {
        _ = try await client(mediaType).fetch(RequiredMediaQuery(id: "none"))
      }
      guard case .decoding(let failure) = error else { throw error }
      #expect(failure.kind == .requiredNull)
      #expect(failure.path == ["media"])
    }
  }
}
