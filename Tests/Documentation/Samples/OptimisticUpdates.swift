import ApusCache
import ApusClient
import Foundation

let url: URL = given()

/// The cache and the client that the page has.
var cache: GraphQLCache { given() }
var client: GraphQLCachedClient { given() }

func show(_ album: AlbumQuery.Data.Album?) {}
func report(_ error: any Error) {}
