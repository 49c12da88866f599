import Apus
import ApusPlatform

extension GraphQLOperation {
  /// Decodes a server's response to this operation.
  ///
  /// With `application/graphql-response+json` the body counts whatever the status; with other JSON, or with no type at all,
  /// when the status is a success: otherwise something between client and server may have written it.
  /// Specification: <https://graphql.github.io/graphql-over-http/draft/#sec-Processing-the-response>.
  ///
  /// - Parameter maximumParts: how many parts the body may have.
  /// - Returns: the response, and the JSON that was decoded: the body or, if it has parts, the merged response.
  /// - Throws: ``GraphQLClientError``.
  func decoding(_ http: GraphQLHTTPResponse, maximumParts: Int) throws -> (
    json: ApusPlatform.Data, response: GraphQLResponse<Data>
  ) {
    if Self.isIncremental,
      let whole = try IncrementalReader.whole(http, maximumParts: maximumParts, parts: Self._parts)
    {
      let json = ApusPlatform.Data(whole)
      var answer = try decoded {
        try response(json: json)
      } orFailing: {
        .decoding($0)
      }
      answer.origin = ResponseOrigin(http)
      return (json, answer)
    }
    try http.checkForm()
    var answer = try decoded {
      try response(json: http.body)
    } orFailing: {
      http.failure($0)
    }
    answer.origin = ResponseOrigin(http)
    return (http.body, answer)
  }

  /// The data of a response without errors that passes the checks.
  ///
  /// - Throws: ``GraphQLClientError/graphQL(_:)``, and the errors of the checks.
  package func data(of response: GraphQLResponse<Data>, _ checks: [GraphQLDataCheck]) throws -> Data {
    let description = sentDescription
    guard let data = response.data, response.errors.isEmpty else {
      throw GraphQLClientError.graphQL(GraphQLFailure(response, operationName: description.shownName))
    }
    for check in checks { try check.run(description, data) }
    return data
  }

  /// Decodes a body; a body that is not a GraphQL response and a response that violates the schema are different errors.
  func decoded<Result>(
    _ decode: () throws -> Result, orFailing failure: (GraphQLDecodingError) -> GraphQLClientError
  ) throws -> Result {
    do {
      return try decode()
    } catch var error as GraphQLDecodingError {
      error.operationName = sentDescription.shownName
      let isNoResponse = error.kind == .invalidJSON || error.path.components.isEmpty
      throw isNoResponse ? failure(error) : .decoding(error)
    }
  }
}

extension GraphQLHTTPResponse {
  /// - Throws: ``GraphQLClientError`` if the status or the media type excludes a GraphQL response.
  func checkForm() throws {
    if mayBeGraphQL { return }
    let failure = GraphQLHTTPFailure(self)
    throw isSuccess ? GraphQLClientError.notGraphQL(failure) : .status(failure)
  }

  /// The failure of a body that turned out not to be a GraphQL response.
  func failure(_ reason: GraphQLDecodingError) -> GraphQLClientError {
    let failure = GraphQLHTTPFailure(self, reason: reason)
    return isSuccess ? .notGraphQL(failure) : .status(failure)
  }
}
