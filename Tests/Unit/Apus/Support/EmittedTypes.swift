import Apus
import Foundation

// Written by hand in the shape that the compiler emits.

enum Genre: GraphQLEnum {
  case rock, jazz
  case unrecognized(String)

  static var allCases: [Genre] { [.rock, .jazz] }

  init(rawValue: String) {
    switch rawValue {
    case "ROCK": self = .rock
    case "JAZZ": self = .jazz
    default: self = .unrecognized(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .rock: "ROCK"
    case .jazz: "JAZZ"
    case .unrecognized(let name): name
    }
  }
}

/// `query Albums { … }`: every kind of field.
struct AlbumsQuery: GraphQLQuery {
  static let operationName = "Albums"
  static let operationDocument = "query Albums($first:Int){albums(first:$first){id}}"
  static let operationID = "0f6a3ec5"

  var first: GraphQLNullable<Int> = .unset
  var since: GraphQLNullable<Date> = .unset

  init(first: GraphQLNullable<Int> = .unset, since: GraphQLNullable<Date> = .unset) {
    self.first = first
    self.since = since
  }

  init(_reading reader: inout GraphQLReader) throws {
    first = try reader.nullable("first")
    since = try reader.nullableScalar("since", as: GraphQLDateTimeCodec.self)
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.nullable("first", first)
    writer.nullableScalar("since", since, as: GraphQLDateTimeCodec.self)
  }

  struct Data: GraphQLObject {
    let albums: [Album]
    let featured: Album?
    let charts: [Album]?

    init(_reading reader: inout GraphQLReader) throws {
      albums = try reader.selections("albums")
      featured = try reader.selectionOrNil("featured")
      charts = try reader.selectionsOrNil("charts")
    }

    func _write(to writer: inout GraphQLWriter) {
      writer.selections("albums", albums)
      writer.selection("featured", featured)
      writer.selections("charts", charts)
    }

    struct Album: GraphQLObject {
      let id: String
      let title: String
      let subtitle: String?
      let year: Int
      let rating: Double?
      let live: Bool
      let genre: Genre
      let genres: [Genre]
      let tags: [String]
      let grid: [[Int?]?]
      let released: Date?
      let dates: [Date?]?
      let owner: Owner
      let settings: GraphQLValue
      let money: Money?

      init(_reading reader: inout GraphQLReader) throws {
        id = try reader.id("id")
        title = try reader.string("title")
        subtitle = try reader.stringOrNil("subtitle")
        year = try reader.int("year")
        rating = try reader.doubleOrNil("rating")
        live = try reader.bool("live")
        genre = try reader.enumeration("genre")
        genres = try reader.enumerations("genres")
        tags = try reader.strings("tags")
        grid = try reader.value("grid")
        released = try reader.scalarOrNil("released", as: GraphQLDateTimeCodec.self)
        dates = try reader.scalar(
          "dates",
          as: _GraphQLOptionalCodec<_GraphQLListCodec<_GraphQLOptionalCodec<GraphQLDateTimeCodec>>>.self)
        owner = try reader.selection("owner")
        settings = try reader.value("settings")
        money = try reader.codableOrNil("money")
      }

      func _write(to writer: inout GraphQLWriter) {
        writer.id("id", id)
        writer.string("title", title)
        writer.string("subtitle", subtitle)
        writer.int("year", year)
        writer.double("rating", rating)
        writer.bool("live", live)
        writer.enumeration("genre", genre)
        writer.enumerations("genres", genres)
        writer.strings("tags", tags)
        writer.value("grid", grid)
        writer.scalar("released", released, as: GraphQLDateTimeCodec.self)
        writer.scalar(
          "dates", dates,
          as: _GraphQLOptionalCodec<_GraphQLListCodec<_GraphQLOptionalCodec<GraphQLDateTimeCodec>>>.self)
        writer.selection("owner", owner)
        writer.value("settings", settings)
        writer.codable("money", money)
      }

      struct Owner: GraphQLObject {
        let name: String

        init(_reading reader: inout GraphQLReader) throws { name = try reader.string("name") }
        func _write(to writer: inout GraphQLWriter) { writer.string("name", name) }
      }
    }
  }
}

/// A user's own type, bound to a scalar in its own `Codable` form.
struct Money: Codable, Hashable, Sendable {
  var amount: Int
  var currency: String
}

/// Every nullability of every scalar and of lists of it.
struct Scalars: GraphQLObject {
  let string: String?
  let int: Int?
  let double: Double?
  let bool: Bool?
  let id: String?
  let genre: Genre?
  let strings: [String]?
  let ints: [Int]
  let intsOrNil: [Int]?
  let doubles: [Double]
  let doublesOrNil: [Double]?
  let bools: [Bool]
  let boolsOrNil: [Bool]?
  let ids: [String]
  let idsOrNil: [String]?
  let genres: [Genre]?

  init(_reading reader: inout GraphQLReader) throws {
    string = try reader.stringOrNil("string")
    int = try reader.intOrNil("int")
    double = try reader.doubleOrNil("double")
    bool = try reader.boolOrNil("bool")
    id = try reader.idOrNil("id")
    genre = try reader.enumerationOrNil("genre")
    strings = try reader.stringsOrNil("strings")
    ints = try reader.ints("ints")
    intsOrNil = try reader.intsOrNil("intsOrNil")
    doubles = try reader.doubles("doubles")
    doublesOrNil = try reader.doublesOrNil("doublesOrNil")
    bools = try reader.bools("bools")
    boolsOrNil = try reader.boolsOrNil("boolsOrNil")
    ids = try reader.ids("ids")
    idsOrNil = try reader.idsOrNil("idsOrNil")
    genres = try reader.enumerationsOrNil("genres")
  }

  func _write(to writer: inout GraphQLWriter) {
    writer.string("string", string)
    writer.int("int", int)
    writer.double("double", double)
    writer.bool("bool", bool)
    writer.id("id", id)
    writer.enumeration("genre", genre)
    writer.strings("strings", strings)
    writer.ints("ints", ints)
    writer.ints("intsOrNil", intsOrNil)
    writer.doubles("doubles", doubles)
    writer.doubles("doublesOrNil", doublesOrNil)
    writer.bools("bools", bools)
    writer.bools("boolsOrNil", boolsOrNil)
    writer.ids("ids", ids)
    writer.ids("idsOrNil", idsOrNil)
    writer.enumerations("genres", genres)
  }
}
