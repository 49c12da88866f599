import ApusClient
import Hummingbird

struct APIErrors: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as GraphQLClientError {
      context.logger.error("\(error)")
      throw HTTPError(.badGateway, message: "The albums are not available.")
    }
  }
}
