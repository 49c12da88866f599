import Apus
import ApusClient
import Testing

extension ServerTests {
  /// Every way to heed errors and nulls, with every kind of field that fails and both media types.
  @Suite struct ErrorMatrixTests {
    /// What became of a field that failed.
    private enum Outcome: Equatable {
      /// Its property is nil, or has nothing within.
      case null
      /// Its property is a failure with errors at these paths.
      case failure([GraphQLPath])
      /// The object around it, which catches what is thrown, is a failure with errors at these paths.
      case thrown([GraphQLPath])
      /// The object around it is nil.
      case parentIsNil
      /// It has a value.
      case value
    }

    private enum Way: String, CaseIterable {
      case none, null, result, `throw`, required, requiredByParent, throwRequired, throwRequiredByParent

      /// - Parameters:
      ///   - path: where the error is.
      ///   - isPromised: whether the schema says that the field is null for errors alone.
      func outcome(_ path: GraphQLPath, isPromised: Bool) -> Outcome {
        switch self {
        case .none: isPromised ? .thrown([path]) : .null
        case .null: .null
        case .result: .failure([path])
        case .throw, .required, .throwRequired: .thrown([path])
        case .requiredByParent, .throwRequiredByParent: .parentIsNil
        }
      }
    }

    @Test(arguments: NullabilityTests.mediaTypes)
    func `a field that fails`(_ mediaType: String) async throws {
      try await expect(
        NullableErrorsQuery(id: "m2"), "broken", error: ["broken"], isPromised: false, mediaType)
      try await expect(
        PromisedErrorsQuery(id: "m2"), "broken", error: ["broken"], isPromised: true, mediaType)
    }

    @Test(arguments: NullabilityTests.mediaTypes)
    func `a field whose null comes from a non-null field within`(_ mediaType: String) async throws {
      let error: GraphQLPath = ["creator", "works", 0, "brokenNonNull"]
      try await expect(
        PropagatedErrorsQuery(id: "m2"), "creator", error: error, isPromised: false, mediaType)
      try await expect(
        PromisedPropagatedErrorsQuery(id: "m2"), "creator", error: error, isPromised: true, mediaType)
    }

    @Test(arguments: NullabilityTests.mediaTypes)
    func `a promised field that fails where nothing catches`(_ mediaType: String) async throws {
      var client = try await client()
      client.headers["Accept"] = mediaType
      let response = try await client.response(for: PromisedErrorQuery(id: "m2"))
      #expect(response.data == nil)
      #expect(response.errors.map(\.path) == [["node", "broken"]])
      // A book promises nothing.
      #expect(try await client.fetch(PromisedErrorQuery(id: "m1")).node != nil)
    }

    private func expect<Query: GraphQLQuery>(
      _ query: Query, _ field: String, error: GraphQLPath, isPromised: Bool, _ mediaType: String
    ) async throws {
      let log = RequestLog()
      var client = try await client()
      client.headers["Accept"] = mediaType
      client.interceptors = [log]
      let response = try await client.response(for: query)
      #expect(await log.requests.first?.headers["Accept"] == mediaType)
      // The errors come with the data, and all of them stay in the response.
      #expect(response.errors.count == Way.allCases.count)
      let data = Mirror(reflecting: try #require(response.data))
      for way in Way.allCases {
        let place = try #require(data.descendant(way.rawValue))
        let path = GraphQLPath([.key(way.rawValue)] + error.components)
        #expect(
          Self.outcome(of: field, in: place) == way.outcome(path, isPromised: isPromised),
          "\(Query.operationName).\(way)")
      }
    }

    /// - Parameter place: the result that holds the object around the field.
    private static func outcome(of field: String, in place: Any) -> Outcome {
      if let error = Mirror(reflecting: place).descendant("failure") as? GraphQLFieldError {
        return .thrown(error.errors.compactMap(\.path))
      }
      let success = Mirror(reflecting: place).descendant("success")
      guard let object = success.flatMap(unwrapped) else { return .parentIsNil }
      // An enum of types has the object in its case.
      let payload = Mirror(reflecting: object).descendant("film") ?? object
      let property = Mirror(reflecting: payload).descendant(field)
      guard let value = property.flatMap(unwrapped) else { return .null }
      if let error = Mirror(reflecting: value).descendant("failure") as? GraphQLFieldError {
        return .failure(error.errors.compactMap(\.path))
      }
      return .value
    }

    /// What an optional holds, or what is no optional.
    private static func unwrapped(_ value: Any) -> Any? {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return value }
      return mirror.children.first.flatMap { unwrapped($0.value) }
    }
  }
}
