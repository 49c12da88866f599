public import ApusClient
import ApusTesting
import MediaKit

/// A server that is made up, for previews and for work without a network: `ApusTesting` invents what is not given here.
public enum MediaSamples {
  /// A client whose server has two media, and a review that comes at once.
  ///
  /// - Throws: an error that names the member when what is given here no longer fits the documents.
  public static func client() throws -> GraphQLClient {
    let shelf = try ShelfQuery.Data.sample([
      "allMedia": [
        "edges": [
          ["node": ["__typename": "Book", "id": "m1", "title": "Blue Train", "likes": 3]],
          ["node": ["__typename": "Film", "id": "m2", "title": "Stalker", "likes": 0]],
        ],
        "pageInfo": ["hasNextPage": false],
      ]
    ])
    let details = try MediaDetailsQuery.Data.sample([
      "media": ["__typename": "Book", "id": "m1", "title": "Blue Train", "likes": 3, "pages": 112]
    ])
    let like = try LikeMutation.Data.sample(["like": ["__typename": "Book", "id": "m1", "likes": 4]])
    let review = try ReviewAddedSubscription.Data.sample(["reviewAdded": ["stars": 5, "text": "Again!"]])
    let server = GraphQLScriptedTransport(
      [
        .perform { request in
          let answer: GraphQLScriptedTransport.Step
          switch request.operationName {
          case ShelfQuery.operationName: answer = .data(shelf)
          case LikeMutation.operationName: answer = .data(like)
          default: answer = .data(details)
          }
          return try await GraphQLScriptedTransport([answer]).send(request)
        }
      ], repeatsLast: true)
    return makeMediaClient(server, GraphQLScriptedSubscriptions([.data(review), .silence]))
  }
}
