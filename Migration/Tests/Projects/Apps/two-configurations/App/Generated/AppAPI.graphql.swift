// @generated
// The shape of what Apollo iOS generates, written for this test.
@_exported import ApolloAPI

enum AppAPI {
  enum Size: String, EnumType {
    case small = "SMALL"
    case large = "LARGE"
  }

  struct ItemQuery: GraphQLQuery {
    static let operationName = "Item"
    var id: String
    init(id: String) { self.id = id }
    var __variables: [String: Any] { ["id": id] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var item: Item? { __data["item"] }

      struct Item: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var name: String { __data["name"] }
        var size: GraphQLEnum<AppAPI.Size> { __data["size"] }
      }
    }
  }

  struct ListQuery: GraphQLQuery {
    static let operationName = "List"
    var first: GraphQLNullable<Int>
    init(first: GraphQLNullable<Int>) { self.first = first }
    var __variables: [String: Any] { [:] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var items: [Item] { __data["items"] }

      struct Item: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: String { __data["id"] }
      }
    }
  }
}
