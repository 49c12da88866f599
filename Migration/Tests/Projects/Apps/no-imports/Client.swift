import Apollo
import Foundation

let shared = ApolloClient(url: URL(fileURLWithPath: "/"))
