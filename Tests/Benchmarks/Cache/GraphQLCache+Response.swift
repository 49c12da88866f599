import Apus
import ApusCache
import ApusClient
import Foundation

extension GraphQLCache {
  /// Decodes a response to a query, and writes it.
  func write<Query: GraphQLQuery>(response: Data, to query: Query) throws
  where Query._Conditions == _GraphQLNoConditions {
    write(try GraphQLDecodedBody.decoding(response, as: Query.self).body, of: query, ticket: nil)
  }
}
