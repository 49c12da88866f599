import Apollo
import Foundation

final class Token: ApolloInterceptor {
  let id = "token"

  func interceptAsync<Operation: GraphQLOperation>(
    chain: any RequestChain, request: HTTPRequest<Operation>, response: HTTPResponse<Operation>?
  ) {
    request.addHeader(name: "Authorization", value: "Bearer t")
    chain.proceedAsync(request: request, response: response)
  }
}

struct Stamp: HTTPInterceptor {}

struct Retry: ApolloErrorInterceptor {
  func handleErrorAsync<Operation: GraphQLOperation>(
    error: any Error, chain: any RequestChain, request: HTTPRequest<Operation>
  ) { chain.kickoff() }
}

struct Provider: InterceptorProvider {
  func interceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any ApolloInterceptor] {
    [Token()]
  }
}

final class OwnProvider: DefaultInterceptorProvider {
  override func interceptors<Operation: GraphQLOperation>(
    for operation: Operation
  ) -> [any ApolloInterceptor] { [Token()] + super.interceptors(for: operation) }
}

func sign<Operation: GraphQLOperation>(_ request: HTTPRequest<Operation>) {
  request.addHeader(name: "A", value: "b")
}

func again(_ chain: any RequestChain) { chain.kickoff() }
