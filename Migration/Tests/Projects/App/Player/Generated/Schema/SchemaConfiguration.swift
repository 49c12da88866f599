// @generated
import ApolloAPI

enum SchemaConfiguration {
  static func cacheKeyInfo(for type: String, object: [String: String]) -> String? {
    guard let id = object["id"] else { return nil }
    return id
  }
}
