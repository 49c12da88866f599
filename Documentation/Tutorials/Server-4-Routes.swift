import ApusClient
import Hummingbird

struct Routes {
  let client: GraphQLClient

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: APIErrors())
    router.get("/albums") { request, _ in
      let text = request.uri.queryParameters["text"].map(String.init) ?? ""
      let data = try await client.fetch(AlbumsQuery(text: text), options: options(for: request))
      return (data.search.albums ?? []).map(Pages.line).joined()
    }
    router.get("/albums/:id") { request, context in
      let id = try context.parameters.require("id")
      let data = try await client.fetch(AlbumQuery(id: id), options: options(for: request))
      guard let album = data.album else {
        throw HTTPError(.notFound, message: "There is no album \(id).")
      }
      return Pages.page(album)
    }
    return router
  }

  /// The API decides what the caller may see.
  private func options(for request: Request) -> GraphQLRequestOptions {
    var options = GraphQLRequestOptions()
    options.headers["Authorization"] = request.headers[.authorization]
    return options
  }
}
