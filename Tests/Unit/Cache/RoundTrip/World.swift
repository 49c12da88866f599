import Apus
import ApusSource
import ApusSchema
import ApusSyntax

/// A graph of objects behind a schema, with values that depend on nothing but what is asked, and on a time.
struct World {
  /// What the documents know.
  static let schema = """
    type Query {
      node(id: ID!): Node  nodes(first: Int, tag: String): [Node!]!  animals(filter: Filter): [Animal]
      search(term: String!): [Result!]!  viewer: Person!  label: Label  tags(of: [Kind!]): [String]
      person(id: ID!): Person  people(ids: [ID!]!): [Person]!  hive(at: Place!): Hive
    }
    input Place { place: String!  number: Int! }
    input Filter { kind: Kind  limit: Int  names: [String!] }
    enum Kind { WILD TAME }
    interface Node { id: ID! }
    interface Animal {
      name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
    }
    interface Pet implements Animal {
      name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
      nickname: String
    }
    type Cat implements Animal & Pet & Node {
      id: ID!  name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
      nickname: String  purrs: Boolean!
    }
    type Dog implements Animal & Pet & Node {
      id: ID!  name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: House
      nickname: String  tricks: [[String!]!]!
    }
    type Croc implements Animal {
      name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
      age: Int!  teeth: [Tooth!]!
    }
    type Hive implements Animal {
      name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
      place: String!  number: Int!  bees: Int
    }
    interface Home { city: String }
    type House implements Home { city: String  rooms: [Room!]!  door: Door }
    type Cave implements Home { city: String  depth: Float! }
    type Room { size: Int!  label: Label  door: Door }
    type Door { color: String  wood: String }
    type Tooth { size: Int!  color: String }
    type Height { feet: Int!  inches: Int  meters(digits: Int = 2): Float }
    type Person implements Node {
      id: ID!  name: String!  pets(first: Int): [Pet!]!  best: Pet  address: Address  meta: JSON
    }
    type Address { street: String  city: String  geo: Geo }
    type Geo { lat: Float  lon: Float }
    type Label { text: String!  tone: String }
    scalar JSON
    union Result = Cat | Croc | Person | Label | Hive
    """

  /// What the server gained since.
  private static let later = """
    type Fox implements Animal & Pet & Node {
      id: ID!  name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
      nickname: String
    }
    type Snail implements Animal {
      name: String!  height: Height!  owner(kind: Kind): Person  friends(first: Int): [Animal!]!  home: Home
    }
    type Tent implements Home { city: String  poles: Int }
    extend union Result = Fox | Snail
    """

  /// The key fields, as the configuration has them.
  static let keys = ["*": ["id"], "Hive": ["place", "number"]]

  /// The fields whose arguments name their objects, as the configuration has them.
  static let lookups = [
    "Query.person": ["id"], "Query.people": ["ids"], "Query.hive": ["at.place", "at.number"],
  ]

  let names: NameTable
  let schema: Schema
  /// The field types of each type, as text.
  private var fields: [String: [String: String]] = [:]
  private var possible: [String: [String]] = [:]
  /// In which state the world is: some values move with it.
  var time = 0
  /// Which fields fail changes from one attempt to the next.
  var attempt = 0
  /// Which share of fields fails, in percent.
  var failures = 0

  init(hasLaterTypes: Bool, names: NameTable) {
    self.names = names
    let text = World.schema + (hasLaterTypes ? "\n" + World.later : "")
    schema = SchemaLoader.load([SourceFile(path: "schema.graphqls", text: text)], names: names).schema
    for type in schema.allTypes {
      let name = schema.name(type)
      if schema[type].isComposite { possible[name] = schema.objectTypes(of: type).map(schema.name) }
      for field in schema.fields(of: type) {
        let definition = schema[field]
        fields[name, default: [:]][names.string(definition.name)] = schema.description(definition.type)
      }
    }
  }

  func possibleTypes(_ type: String) -> [String] { possible[type] ?? [] }

  func isComposite(_ type: String) -> Bool { possible[type] != nil }

  func fieldNames(_ type: String) -> [String] { (fields[type] ?? [:]).keys.sorted() }

  func type(of field: String, in type: String) -> String { fields[type]?[field] ?? "String" }

  // MARK: - Values

  struct Object {
    var type: String
    var identity: String
  }

  func hash(_ parts: String...) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts { for byte in part.utf8 + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    hash ^= hash >> 29
    hash = hash &* 0xBF58_476D_1CE4_E5B9
    return Int((hash ^ (hash >> 32)) & 0xFFFF_FFFF)
  }

  /// An object of a type: of those that have keys there are few, so that they are met again.
  func object(_ type: String, _ seed: String) -> Object {
    let types = possibleTypes(type)
    let concrete = types[hash("type", seed) % types.count]
    let number = hash("entity", seed) % 3
    switch concrete {
    case "Hive": return Object(type: concrete, identity: "Hive \(number % 2) \(number)")
    case "Cat", "Dog", "Person", "Fox": return Object(type: concrete, identity: "\(concrete) \(number)")
    default: return Object(type: concrete, identity: seed)
    }
  }

  /// The objects that a field's arguments name; nil where they are none of ``lookups``.
  func named(_ field: String, _ arguments: [String: GraphQLValue]) -> [Object]? {
    switch field {
    case "person": [Object(type: "Person", identity: "Person \(arguments["id"]?.string ?? "")")]
    case "people":
      arguments["ids"]?.list?.map { Object(type: "Person", identity: "Person \($0.string ?? "")") } ?? []
    case "hive":
      [
        Object(
          type: "Hive",
          identity: "Hive \(arguments["at"]?["place"].string ?? "") \(arguments["at"]?["number"].int ?? 0)")
      ]
    default: nil
    }
  }

  private static let words = [
    "a", "b\"c", "naïve", "x\\y", "日本", "", "line\nbreak", "{\"k\":[1]}", "\u{1F600}",
  ]

  /// A leaf; nil where the type allows null and the world has none.
  func leaf(_ type: String, _ seed: String) -> String {
    // One value of five moves.
    let moving = hash("moves", seed) % 5 == 0 ? "\(seed) \(time)" : seed
    let number = hash("value", moving)
    let word = World.words[number % World.words.count]
    switch type {
    case "Int": return "\(number % 1000 - 300)"
    case "Float": return ["0.25", "-12.5e3", "1E2", "3"][number % 4]
    case "Boolean": return number % 2 == 0 ? "true" : "false"
    case "Kind": return number % 2 == 0 ? "\"WILD\"" : "\"LATER\""
    case "JSON":
      return "{\"a\":[1, {\"__typename\":\"Cat\",\"id\":\"3\"}],\"s\":\(GraphQLValue.string(word))}"
    default:
      let text = GraphQLValue.string(word + "\(number % 50)").description
      // Servers write the same text in several ways.
      return number % 3 == 0 ? text.replacing("ï", with: "\\u00ef").replacing("a", with: "\\u0061") : text
    }
  }
}
