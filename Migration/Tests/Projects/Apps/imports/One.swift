import enum ApolloAPI.GraphQLNullable
import class Apollo.ApolloClient
import Foundation

struct One {
  var value: ApolloAPI.GraphQLNullable<Int>
  var client: Apollo.ApolloClient
  var error: Apollo.GraphQLError
}
