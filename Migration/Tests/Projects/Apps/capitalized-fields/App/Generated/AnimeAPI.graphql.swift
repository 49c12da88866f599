// @generated
// The shape of what Apollo iOS generates, written for this test.
@_exported import ApolloAPI

enum AnimeAPI {
  struct MediaQuery: GraphQLQuery {
    static let operationName = "Media"
    var id: Int
    init(id: Int) { self.id = id }
    var __variables: [String: Any] { ["id": id] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var media: Media? { __data["Media"] }
      var page: Page? { __data["Page"] }

      struct Media: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: Int { __data["id"] }
        var title: String? { __data["title"] }
      }

      struct Page: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var media: [Medium] { __data["media"] }

        struct Medium: SelectionSet {
          let __data: DataDict
          init(_dataDict: DataDict) { __data = _dataDict }
          var id: Int { __data["id"] }
        }
      }
    }
  }
}
