// @generated
// The shape of what Apollo iOS generates, written for this test.
@_exported import ApolloAPI

struct PetName: SelectionSet {
  let __data: DataDict
  init(_dataDict: DataDict) { __data = _dataDict }
  var name: String { __data["name"] }
}

struct PetID: SelectionSet {
  let __data: DataDict
  init(_dataDict: DataDict) { __data = _dataDict }
  var id: String { __data["id"] }
}

struct PetsQuery: GraphQLQuery {
  static let operationName = "Pets"
  var filter: GraphQLNullable<JSON>
  var since: GraphQLNullable<Date>
  var wide: Bool
  init(filter: GraphQLNullable<JSON>, since: GraphQLNullable<Date>, wide: Bool = false) {
    self.filter = filter
    self.since = since
    self.wide = wide
  }
  var __variables: [String: Any] { [:] }

  struct Data: SelectionSet {
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var pets: [Pet] { __data["pets"] }

    struct Pet: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var name: String { __data["name"] }
      var born_on: Int? { __data["born_on"] }
      var died_on: Int? { __data["died_on"] }
      var owner: Owner? { __data["Owner"] }
      var friend: Friend? { __data["friend"] }
      var fragments: Fragments { Fragments(__data: __data) }

      struct Fragments: FragmentContainer {
        let __data: DataDict
        var petName: PetName { _toFragment() }
        var petID: PetID? { _toFragment() }
      }

      struct Owner: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: String { __data["id"] }
      }

      struct Friend: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var name: String { __data["name"] }
      }
    }
  }
}
