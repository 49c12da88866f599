// @generated
@_exported import ApolloAPI

extension MusicAPI {
  struct AlbumCard: SelectionSet {
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var title: String { __data["title"] }
    var genre: GraphQLEnum<MusicAPI.Genre> { __data["genre"] }
    var artist: Artist { __data["artist"] }

    struct Artist: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var name: String { __data["name"] }
      init(name: String) { __data = DataDict(["name": name]) }
    }
  }

  /// Its document is gone.
  struct AlbumRow: SelectionSet {
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
  }

  struct TrackRow: SelectionSet {
    let __data: DataDict
    init(_dataDict: DataDict) { __data = _dataDict }
    var title: String { __data["title"] }
    var seconds: Int { __data["seconds"] }
  }

  struct AlbumPageQuery: GraphQLQuery {
    static let operationName = "AlbumPage"
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
        var released: MusicAPI.DateTime? { __data["released"] }
        var tracks: [Track] { __data["tracks"] }
        var title: String { __data["title"] }
        var genre: GraphQLEnum<MusicAPI.Genre> { __data["genre"] }
        var artist: AlbumCard.Artist { __data["artist"] }
        var fragments: Fragments { Fragments(__data: __data) }

        struct Fragments: FragmentContainer {
          let __data: DataDict
          var albumCard: AlbumCard { _toFragment() }
        }

        struct Track: SelectionSet {
          let __data: DataDict
          init(_dataDict: DataDict) { __data = _dataDict }
          var title: String { __data["title"] }
          var seconds: Int { __data["seconds"] }
          var fragments: Fragments { Fragments(__data: __data) }

          struct Fragments: FragmentContainer {
            let __data: DataDict
            var trackRow: TrackRow { _toFragment() }
          }
        }
      }
    }
  }

  struct AlbumListQuery: GraphQLQuery {
    static let operationName = "AlbumList"
    var genre: GraphQLNullable<GraphQLEnum<Genre>>
    var first: GraphQLNullable<Int>
    var after: GraphQLNullable<String>
    init(
      genre: GraphQLNullable<GraphQLEnum<Genre>>, first: GraphQLNullable<Int>, after: GraphQLNullable<String>
    ) {
      self.genre = genre
      self.first = first
      self.after = after
    }
    var __variables: [String: Any] { [:] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var albums: [Album] { __data["albums"] }

      struct Album: SelectionSet {
        typealias Artist = AlbumCard.Artist
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: String { __data["id"] }
        var title: String { __data["title"] }
        var genre: GraphQLEnum<MusicAPI.Genre> { __data["genre"] }
        var artist: AlbumCard.Artist { __data["artist"] }
        var fragments: Fragments { Fragments(__data: __data) }

        struct Fragments: FragmentContainer {
          let __data: DataDict
          var albumCard: AlbumCard { _toFragment() }
        }
      }
    }
  }

  struct SearchQuery: GraphQLQuery {
    static let operationName = "Search"
    var text: String
    var limit: GraphQLNullable<Int>
    init(text: String, limit: GraphQLNullable<Int> = 5) {
      self.text = text
      self.limit = limit
    }
    var __variables: [String: Any] { ["text": text] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var search: [Search] { __data["search"] }

      struct Search: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var asAlbum: AsAlbum? { _asInlineFragment(["Album"]) }
        var asArtist: AsArtist? { _asInlineFragment(["Artist"]) }
        var asBand: AsBand? { _asInlineFragment(["Band"]) }

        struct AsAlbum: SelectionSet {
          let __data: DataDict
          init(_dataDict: DataDict) { __data = _dataDict }
          var title: String { __data["title"] }
        }

        struct AsArtist: SelectionSet {
          let __data: DataDict
          init(_dataDict: DataDict) { __data = _dataDict }
          var name: String { __data["name"] }
          var country: String? { __data["country"] }
        }

        struct AsBand: SelectionSet {
          let __data: DataDict
          init(_dataDict: DataDict) { __data = _dataDict }
          var name: String { __data["name"] }
          var members: [Member] { __data["members"] }

          struct Member: SelectionSet {
            let __data: DataDict
            init(_dataDict: DataDict) { __data = _dataDict }
            var name: String { __data["name"] }
          }
        }
      }
    }
  }

  struct AlbumTitleLocalCacheMutation: LocalCacheMutation {
    var id: String
    init(id: String) { self.id = id }
    var __variables: [String: Any] { ["id": id] }

    struct Data: SelectionSet {
      var __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var album: Album? {
        get { __data["album"] }
        set { __data["album"] = newValue }
      }

      struct Album: SelectionSet {
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
    }
  }

  struct RateAlbumMutation: GraphQLMutation {
    static let operationName = "RateAlbum"
    var input: RatingInput
    init(input: RatingInput) { self.input = input }
    var __variables: [String: Any] { ["input": input.json] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var rateAlbum: RateAlbum { __data["rateAlbum"] }

      struct RateAlbum: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var id: String { __data["id"] }
        var title: String { __data["title"] }
      }
    }
  }

  struct NowPlayingSubscription: GraphQLSubscription {
    static let operationName = "NowPlaying"
    init() {}
    var __variables: [String: Any] { [:] }

    struct Data: SelectionSet {
      let __data: DataDict
      init(_dataDict: DataDict) { __data = _dataDict }
      var nowPlaying: NowPlaying { __data["nowPlaying"] }

      struct NowPlaying: SelectionSet {
        let __data: DataDict
        init(_dataDict: DataDict) { __data = _dataDict }
        var title: String { __data["title"] }
        var seconds: Int { __data["seconds"] }
        var fragments: Fragments { Fragments(__data: __data) }

        struct Fragments: FragmentContainer {
          let __data: DataDict
          var trackRow: TrackRow { _toFragment() }
        }
      }
    }
  }
}
