/// A small API for the packages.
enum MusicSample {
  static let schema = """
    type Query { album(id: ID!): Album  albums: [Album!]! }
    type Album { id: ID!  title: String!  year: Int  artist: Artist  genre: Genre! }
    type Artist { id: ID!  name: String! }
    enum Genre { ROCK JAZZ }

    """

  static let album = """
    query Album($id: ID!) {
      album(id: $id) { ...AlbumParts artist { name } }
    }

    """

  static let albums = """
    query Albums {
      albums { id genre }
    }

    """

  static let parts = """
    fragment AlbumParts on Album { title }

    """

  /// A schema, two operations in two folders, and a fragment.
  static let files = [
    "Sources/App/schema.graphqls": schema,
    "Sources/App/Album.graphql": album,
    "Sources/App/Lists/Albums.graphql": albums,
    "Sources/App/Fragments/AlbumParts.graphql": parts,
  ]

  static let outputNames = [
    "Album.graphql.swift", "Fragments_AlbumParts.graphql.swift", "Lists_Albums.graphql.swift",
    "Schema.graphql.swift",
  ]
}
