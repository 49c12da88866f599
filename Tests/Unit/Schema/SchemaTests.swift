import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

extension Schema {
  /// The type of that name.
  fileprivate subscript(name: String) -> TypeID {
    get throws { try #require(type(named: names.find(name))) }
  }

  /// The names of the object types that a type can be.
  fileprivate func possibleTypeNames(_ type: String) throws -> [String] {
    let words = possibleTypes(try self[type])
    return (0..<objectTypeCount).filter { words[$0 / 64] >> UInt64($0 % 64) & 1 != 0 }
      .map { name(objectTypes[$0]) }
  }

  /// The type of a field `Type.field`.
  fileprivate func type(of field: String, in type: String) throws -> TypeReference {
    try #require(self[self.field(names.find(field), of: try self[type])]).type
  }
}

@Suite(.timeLimit(.minutes(15))) struct SchemaTests {
  private let schema = buildSchema(
    """
    type Query { room: Room thing: Thing things: [Thing] rooms: [Room!]! find: Find wing: Wing }
    interface Thing { name: String }
    interface Work implements Thing { name: String }
    type Room implements Thing { name: String }
    type Painting implements Work & Thing { name: String }
    union Find = Room | Query
    enum Wing { EAST }
    input Search { wing: Wing = EAST, room: ID! }
    """)

  @Test func `look-up by name`() throws {
    let room = try schema["Room"]
    #expect(schema.name(room) == "Room")
    #expect(schema.type(named: schema.names.find("Hall")) == nil)
    #expect(schema.field(schema.names.find("name"), of: room) != nil)
    #expect(schema.field(schema.names.find("floor"), of: room) == nil)
    #expect(schema.enumValue(schema.names.find("EAST"), of: try schema["Wing"]) != nil)
    #expect(schema.inputField(schema.names.find("room"), of: try schema["Search"]) != nil)
    #expect(schema.inputField(schema.names.find("name"), of: room) == nil)
  }

  @Test func `meta-fields`() throws {
    let query = try #require(schema.queryType)
    #expect(schema.field(Keyword.schemaField, of: query) == schema.schemaField)
    #expect(schema.field(Keyword.typeField, of: query) == schema.typeField)
    #expect(schema.field(Keyword.schemaField, of: try schema["Room"]) == nil)
    #expect(schema.field(Keyword.typename, of: try schema["Find"]) == schema.typenameField)
    #expect(schema.field(Keyword.typename, of: try schema["Wing"]) == nil)
    #expect(schema.ownField(Keyword.typename, of: query) == nil)
  }

  @Test func `possible types`() throws {
    #expect(try schema.possibleTypeNames("Thing") == ["Room", "Painting"])
    #expect(try schema.possibleTypeNames("Work") == ["Painting"])
    #expect(try schema.possibleTypeNames("Find") == ["Query", "Room"])
    #expect(try schema.possibleTypeNames("Room") == ["Room"])
    #expect(try schema.possibleTypeNames("Wing") == [])
    #expect(try schema.overlap(schema["Thing"], schema["Find"]))
    #expect(try !schema.overlap(schema["Work"], schema["Find"]))
    #expect(try schema.isSubset(schema["Work"], of: schema["Thing"]))
    #expect(try !schema.isSubset(schema["Thing"], of: schema["Work"]))
  }

  @Test func `possible types of many types`() throws {
    var sdl = "interface Thing { id: ID }\n"
    for index in 0..<200 { sdl += "type T\(index)\(index % 3 == 0 ? " implements Thing" : "") { id: ID }\n" }
    let schema = buildSchema(sdl + "type Query { thing: Thing }")
    #expect(try schema.possibleTypeNames("Thing").count == 67)
    for index in 0..<200 { #expect(try schema.possibleTypeNames("T\(index)") == ["T\(index)"]) }
  }

  @Test func `a subtype can be used for its supertype`() throws {
    func isSubtype(_ field: String, _ other: String) throws -> Bool {
      try schema.isSubtype(schema.type(of: field, in: "Query"), of: schema.type(of: other, in: "Query"))
    }
    #expect(try isSubtype("room", "thing"))
    #expect(try isSubtype("room", "find"))
    #expect(try isSubtype("rooms", "things"))
    #expect(try !isSubtype("things", "rooms"))
    #expect(try !isSubtype("thing", "room"))
    #expect(try !isSubtype("wing", "find"))
    #expect(try !isSubtype("room", "things"))
  }

  @Test func `types of the specification stay as they are`() throws {
    let schema = buildSchema("type Query { a: String } type String { b: Int }")
    #expect(try schema[schema["String"]].kind == .scalar)
  }

  @Test func `the builder makes something of every text`() throws {
    let tree = SchemaBuilder.makeTree(names: NameTable())
    let sdl =
      "type A implements A & B { a: C a: Int } union A = A extend type D { e: Int } schema { query: E }"
    #expect(Parser.parse(SourceFile(path: "a.graphqls", text: sdl), into: tree).isEmpty)
    let schema = SchemaBuilder.build(tree)
    #expect(try schema.type(of: "a", in: "A").named == nil)
    #expect(schema.queryType == nil)
  }
}

@Suite(.timeLimit(.minutes(15))) struct TypeReferenceTests {
  @Test func `lists and non-null marks`() throws {
    let schema = buildSchema("type Query { a: [[Int!]]! }")
    let type = try schema.type(of: "a", in: "Query")
    #expect(schema.description(type) == "[[Int!]]!")
    #expect(type.listDepth == 2)
    #expect(type.isNonNull && !type.isNonNull(atLevel: 1) && type.isNonNull(atLevel: 2))
    #expect(schema.description(type.nullable) == "[[Int!]]")
    #expect(schema.description(type.element) == "[Int!]")
    #expect(schema.description(type.element.element) == "Int!")
    #expect(schema.description(type.element.element.element) == "Int")
    #expect(type.element.list(isNonNull: true) == type)
  }

  @Test(arguments: ["Int", "Int!", "[Int]", "[Int]!", "[Int!]", "[Int!]!", "[[Int]!]", "[[Int!]]!"])
  func `types that a document writes`(_ text: String) throws {
    let schema = buildSchema("type Query { a: Int }")
    let tree = SyntaxTree(names: schema.names)
    let errors = Parser.parse(SourceFile(path: "a.graphql", text: "query A($a: \(text)) { a }"), into: tree)
    #expect(errors.isEmpty)
    let operation = try #require(Array(tree.definitions).first)
    let variable = try #require(tree.children(operation, .variableDefinition).first)
    let node = try #require(tree.type(variable))
    #expect(schema.description(schema.typeReference(node, in: tree)) == text)
  }

  @Test func `lists that are nested too deep`() {
    var type = TypeReference(TypeID(number: 1))
    for _ in 0..<TypeReference.maximumListDepth {
      guard let list = type.list(isNonNull: true) else {
        Issue.record("a list of depth \(type.listDepth + 1)")
        return
      }
      type = list
    }
    #expect(type.list(isNonNull: false) == nil)
    #expect(type.isNonNull(atLevel: 25))
  }
}

@Suite(.timeLimit(.minutes(15))) struct GenerationMapTests {
  @Test func `names of one scope`() {
    let names = NameTable()
    let (wing, room) = (names.intern("wing"), names.intern("room"))
    var set = GenerationMap(count: names.count)
    #expect(set.insert(wing, 3) == -1)
    #expect(set.insert(room, 4) == -1)
    #expect(set.insert(wing, 5) == 3)
    set.forgetAll()
    #expect(set.insert(wing, 6) == -1)
  }
}
