import ApusClient
import Foundation

var client: GraphQLClient { given() }
