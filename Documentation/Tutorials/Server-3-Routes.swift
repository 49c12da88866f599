import ApusClient
import Hummingbird

struct Routes {
  let client: GraphQLClient

  var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("/albums") { request, _ in
      let text = request.uri.queryParameters["text"].map(String.init) ?? ""
      let data = try await client.fetch(AlbumsQuery(text: text))
      return (data.search.albums ?? []).map(Pages.line).joined()
    }
    router.get("/albums/:id") { _, context in
      let id = try context.parameters.require("id")
      guard let album = try await client.fetch(AlbumQuery(id: id)).album else {
        throw HTTPError(.notFound, message: "There is no album \(id).")
      }
      return Pages.page(album)
    }
    return router
  }
}
