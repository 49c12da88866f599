// @generated
// This file was automatically generated and can be edited to implement advanced custom scalar functionality.

import ApolloAPI

extension MusicAPI {
  typealias DateTime = String
}
