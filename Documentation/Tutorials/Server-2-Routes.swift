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
    return router
  }
}
