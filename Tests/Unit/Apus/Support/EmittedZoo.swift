import Apus

/// An abstract selection: `animals { __typename name ... on Pet { nickname } ... on Cat { purrs } }`.
struct Zoo: GraphQLObject {
  let animals: [Animal]

  init(_reading reader: inout GraphQLReader) throws { animals = try reader.selections("animals") }
  func _write(to writer: inout GraphQLWriter) { writer.selections("animals", animals) }

  enum Animal: GraphQLObject {
    case cat(Cat)
    case pet(Pet)
    case other(Other)

    init(_reading reader: inout GraphQLReader) throws {
      switch try reader.typename() {
      case "Cat": self = .cat(try Cat(_reading: &reader))
      case "Dog", "Hamster": self = .pet(try Pet(_reading: &reader))
      case "Crocodile": self = .other(try Other(_reading: &reader))
      default:
        self =
          try reader.has("__isPet") ? .pet(try Pet(_reading: &reader)) : .other(try Other(_reading: &reader))
      }
    }

    func _write(to writer: inout GraphQLWriter) {
      switch self {
      case .cat(let animal): animal._write(to: &writer)
      case .pet(let animal): animal._write(to: &writer)
      case .other(let animal): animal._write(to: &writer)
      }
    }

    struct Cat: GraphQLObject {
      let __typename: String
      let name: String
      let nickname: String?
      let purrs: Bool

      init(_reading reader: inout GraphQLReader) throws {
        __typename = try reader.string("__typename")
        name = try reader.string("name")
        nickname = try reader.stringOrNil("nickname")
        purrs = try reader.bool("purrs")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.string("__typename", __typename)
        writer.string("name", name)
        writer.string("nickname", nickname)
        writer.bool("purrs", purrs)
      }
    }

    struct Pet: GraphQLObject {
      let __typename: String
      let name: String
      let nickname: String?

      init(_reading reader: inout GraphQLReader) throws {
        __typename = try reader.string("__typename")
        name = try reader.string("name")
        nickname = try reader.stringOrNil("nickname")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.string("__typename", __typename)
        if __typename != "Cat" { writer.string("__isPet", __typename) }
        writer.string("name", name)
        writer.string("nickname", nickname)
      }
    }

    struct Other: GraphQLObject {
      let __typename: String
      let name: String

      init(_reading reader: inout GraphQLReader) throws {
        __typename = try reader.string("__typename")
        name = try reader.string("name")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.string("__typename", __typename)
        writer.string("name", name)
      }
    }
  }
}

/// `{ id title artist { name } label @include(if: $label) { name } note @skip(if: $brief) ...Card @include(if: $card) }`
struct ConditionalAlbum: GraphQLObject {
  let id: String
  let title: String
  let artist: Artist
  let label: Label?
  let note: String?
  let card: Card?

  init(_reading reader: inout GraphQLReader) throws {
    id = try reader.id("id")
    title = try reader.string("title")
    artist = try reader.selection("artist")
    label = try reader.has("label", if: reader.isTrue("label")) ? reader.selectionOrNil("label") : nil
    note = try reader.has("note", if: reader.isFalse("brief")) ? reader.string("note") : nil
    card = try reader.fragmentOrNil("...Card", if: reader.isTrue("card"))
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.id("id", id)
    writer.string("title", title)
    writer.selection("artist", artist)
    if let label { writer.selection("label", label) }
    if let note { writer.string("note", note) }
    writer.selection("...Card", card)
  }

  struct Artist: GraphQLObject {
    let name: String

    init(_reading reader: inout GraphQLReader) throws { name = try reader.string("name") }
    func _write(to writer: inout GraphQLWriter) { writer.string("name", name) }
  }

  struct Label: GraphQLObject {
    let name: String

    init(_reading reader: inout GraphQLReader) throws { name = try reader.string("name") }
    func _write(to writer: inout GraphQLWriter) { writer.string("name", name) }
  }

  /// `fragment Card on Album { title year artist { name born } tracks { title } }`
  struct Card: GraphQLObject {
    let title: String
    let year: Int
    let artist: Artist
    let tracks: [Track]

    init(_reading reader: inout GraphQLReader) throws {
      title = try reader.string("title")
      year = try reader.int("year")
      artist = try reader.selection("artist")
      tracks = try reader.selections("tracks")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.string("title", title)
      writer.int("year", year)
      writer.selection("artist", artist)
      writer.selections("tracks", tracks)
    }

    struct Artist: GraphQLObject {
      let name: String
      let born: Int

      init(_reading reader: inout GraphQLReader) throws {
        name = try reader.string("name")
        born = try reader.int("born")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.string("name", name)
        writer.int("born", born)
      }
    }

    struct Track: GraphQLObject {
      let title: String

      init(_reading reader: inout GraphQLReader) throws { title = try reader.string("title") }
      func _write(to writer: inout GraphQLWriter) { writer.string("title", title) }
    }
  }
}

/// A recursive input object.
struct Filter: GraphQLObject {
  var name: GraphQLNullable<String>
  var genre: GraphQLNullable<Genre>
  var all: GraphQLNullable<[Filter]>

  init(
    name: GraphQLNullable<String> = .unset, genre: GraphQLNullable<Genre> = .unset,
    all: GraphQLNullable<[Filter]> = .unset
  ) {
    self.name = name
    self.genre = genre
    self.all = all
  }

  init(_reading reader: inout GraphQLReader) throws {
    name = try reader.nullable("name")
    genre = try reader.nullable("genre")
    all = try reader.nullableSelections("all")
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.nullable("name", name)
    writer.nullable("genre", genre)
    writer.nullableSelections("all", all)
  }
}

/// A recursive type, for the depth limit.
struct Nested: GraphQLObject {
  let child: [Nested]?

  init(_reading reader: inout GraphQLReader) throws { child = try reader.selectionsOrNil("child") }
  func _write(to writer: inout GraphQLWriter) { writer.selections("child", child) }
}
