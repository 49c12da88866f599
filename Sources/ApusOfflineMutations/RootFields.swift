import Apus
import ApusFoundation

/// Looks at the root fields of a response.
enum RootFields {
  /// Whether one of them is not null.
  static func hasValue(_ json: Data) -> Bool {
    guard let members = try? GraphQLValue(json: json)["data"].object else { return false }
    return members.contains { $0.key != "__typename" && $0.value != .null }
  }
}
