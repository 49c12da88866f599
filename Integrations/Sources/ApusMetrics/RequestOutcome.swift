import ApusClient

/// How an operation ended, for the dimension `outcome`.
enum RequestOutcome: String {
  case success
  case graphQLError = "graphql_error"
  case httpError = "http_error"
  case timeout
  case outcomeUnknown = "outcome_unknown"
  case transport
  case cancelled
  case other

  init(_ response: GraphQLHTTPResponse) {
    if !response.graphQLErrors().isEmpty {
      self = .graphQLError
    } else {
      self = response.isSuccess ? .success : .httpError
    }
  }

  init(_ error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case GraphQLClientError.timedOut: self = .timeout
    case GraphQLClientError.outcomeUnknown: self = .outcomeUnknown
    case GraphQLClientError.transport, GraphQLClientError.credentialsChanged: self = .transport
    case GraphQLClientError.status, GraphQLClientError.notGraphQL: self = .httpError
    default: self = .other
    }
  }
}
