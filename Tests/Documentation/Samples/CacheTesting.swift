import ApusCache
import ApusClient
import Foundation

let url: URL = given()

/// The cache and the client that the page has.
var cache: GraphQLCache { given() }
var client: GraphQLCachedClient { given() }

let answer: AlbumQuery.Data = given()
let card: AlbumCardData = given()
