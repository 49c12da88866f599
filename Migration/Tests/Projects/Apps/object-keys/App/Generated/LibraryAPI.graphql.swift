// @generated
// The shape of what Apollo iOS generates, written for this test.
@_exported import ApolloAPI

enum LibraryAPI {
  struct AlbumName: SelectionSet {
    var __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var id: String {
      get { __data["id"] }
      set { __data["id"] = newValue }
    }
    var title: String {
      get { __data["title"] }
      set { __data["title"] = newValue }
    }
  }

  struct AlbumQuery: GraphQLQuery {
    static let operationName = "Album"
    var id: String
    init(id: String) { self.id = id }
    var __variables: [String: Any] { ["id": id] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var album: Album? { __data["album"] }

      struct Album: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: String { __data["id"] }
        var title: String { __data["title"] }
      }
    }
  }
}
