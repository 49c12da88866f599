import Apollo
import Foundation

final class Session: URLSessionClient {}

final class Holder {
  var request: Apollo.Cancellable?
  weak var chain: (any RequestChain)?
  var interceptors: [any ApolloInterceptor] = [ResponseCodeInterceptor()]

  func policy(_ policy: CachePolicy = .default) -> CachePolicy { policy }

  func message(_ error: any Error) -> String {
    if case Apollo.ResponseCodeInterceptor.ResponseCodeError.invalidResponseCode(let code, _) = error {
      return "\(code ?? 0)"
    }
    return "?"
  }
}
