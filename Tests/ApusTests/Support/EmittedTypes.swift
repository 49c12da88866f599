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

  init(reading reader: inout ObjectReader) throws {
    first = try reader.nullable("first")
    since = try reader.nullableScalar("since", as: GraphQLDateTimeCodec.self)
  }

  func write(to writer: inout ObjectWriter) throws {
    try writer.nullable("first", first)
    try writer.nullableScalar("since", since, as: GraphQLDateTimeCodec.self)
  }

  struct Data: GraphQLObject {
    let albums: [Album]
    let featured: Album?
    let charts: [Album]?

    init(reading reader: inout ObjectReader) throws {
      albums = try reader.selections("albums")
      featured = try reader.selectionOrNil("featured")
      charts = try reader.selectionsOrNil("charts")
    }

    func write(to writer: inout ObjectWriter) throws {
      try writer.selections("albums", albums)
      try writer.selection("featured", featured)
      try writer.selections("charts", charts)
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

      init(reading reader: inout ObjectReader) throws {
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
          as: GraphQLOptionalCodec<GraphQLListCodec<GraphQLOptionalCodec<GraphQLDateTimeCodec>>>.self)
        owner = try reader.selection("owner")
        settings = try reader.value("settings")
        money = try reader.codableOrNil("money")
      }

      func write(to writer: inout ObjectWriter) throws {
        try writer.id("id", id)
        try writer.string("title", title)
        try writer.string("subtitle", subtitle)
        try writer.int("year", year)
        try writer.double("rating", rating)
        try writer.bool("live", live)
        try writer.enumeration("genre", genre)
        try writer.enumerations("genres", genres)
        try writer.strings("tags", tags)
        try writer.value("grid", grid)
        try writer.scalar("released", released, as: GraphQLDateTimeCodec.self)
        try writer.scalar(
          "dates", dates,
          as: GraphQLOptionalCodec<GraphQLListCodec<GraphQLOptionalCodec<GraphQLDateTimeCodec>>>.self)
        try writer.selection("owner", owner)
        try writer.value("settings", settings)
        try writer.codable("money", money)
      }

      struct Owner: GraphQLObject {
        let name: String

        init(reading reader: inout ObjectReader) throws { name = try reader.string("name") }
        func write(to writer: inout ObjectWriter) throws { try writer.string("name", name) }
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

  init(reading reader: inout ObjectReader) throws {
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

  func write(to writer: inout ObjectWriter) throws {
    try writer.string("string", string)
    try writer.int("int", int)
    try writer.double("double", double)
    try writer.bool("bool", bool)
    try writer.id("id", id)
    try writer.enumeration("genre", genre)
    try writer.strings("strings", strings)
    try writer.ints("ints", ints)
    try writer.ints("intsOrNil", intsOrNil)
    try writer.doubles("doubles", doubles)
    try writer.doubles("doublesOrNil", doublesOrNil)
    try writer.bools("bools", bools)
    try writer.bools("boolsOrNil", boolsOrNil)
    try writer.ids("ids", ids)
    try writer.ids("idsOrNil", idsOrNil)
    try writer.enumerations("genres", genres)
  }
}
