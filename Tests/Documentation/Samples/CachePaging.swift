import ApusCache
import ApusClient
import Foundation

let url: URL = given()

/// The cache and the client that the page has.
var cache: GraphQLCache { given() }
var client: GraphQLCachedClient { given() }

var pages: GraphQLWatchedPages<ChartsQuery> { given() }

func show(_ data: ChartsQuery.Data?) {}
func report(_ error: any Error) {}
