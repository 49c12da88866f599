// @generated
// The shape of what Apollo iOS generates, written for this test.
@_exported import ApolloAPI

enum WidgetAPI {
  struct WidgetQuery: GraphQLQuery {
    static let operationName = "Widget"
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
      }
    }
  }
}
