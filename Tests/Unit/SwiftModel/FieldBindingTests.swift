import ApusSource
import ApusSchema
import ApusSyntax
import Testing

@testable import ApusSwiftModel

/// Swift types of single fields, by their coordinates.
@Suite(.timeLimit(.minutes(15))) struct FieldBindingTests {
  private static let sdl = """
    type Query {
      album(id: ID, by: By, albumId: ID, name: String): Album count: Int
      albums(ids: [ID!], id: ID): [Album!]
    }
    type Album { id: ID! artistId: ID title: String kind: Kind album: Album }
    type Artist { id: ID! } type Tag { id: [ID!] } type Other { name: ID }
    input By { name: String kind: Kind albumId: ID text: String }
    enum Kind { A }
    """
  private let schema = SchemaLoader.load([SourceFile(path: "s.graphqls", text: sdl)], names: NameTable())
    .schema

  private func bindings(_ fields: [String: String], identifiers: Bool = false) -> FieldBindings {
    var options = GenerationOptions()
    options.hasIdentifiers = identifiers
    for (coordinate, type) in fields { options.fields[coordinate] = .init(type: type) }
    return FieldBindings(schema, options, SchemaNames(schema, options))
  }

  private func type(_ name: String) throws -> TypeID {
    try #require(schema.type(named: schema.names.find(name)))
  }

  private func field(_ name: String, of type: String) throws -> FieldID {
    try #require(schema.field(schema.names.find(name), of: try self.type(type)))
  }

  private func input(_ name: String, of field: FieldID) throws -> InputValueID {
    try #require(schema.argument(schema.names.find(name), of: field))
  }

  private func input(_ name: String) throws -> InputValueID {
    try #require(schema.inputField(schema.names.find(name), of: try type("By")))
  }

  @Test(arguments: [
    ("Album.titel", "The schema has no \"Album.titel\". Did you mean \"Album.title\""),
    ("By.nam", "The schema has no \"By.nam\". Did you mean \"By.name\"?"),
    ("By.kin", "The schema has no \"By.kin\"."),
    ("Nothing.a", "The schema has no \"Nothing.a\"."),
    ("Nothing.a(b:)", "The schema has no \"Nothing.a(b:)\"."),
    ("Query.albun(id:)", "The schema has no \"Query.albun(id:)\". Did you mean \"Query.album(id:)\""),
    ("Query.album(ib:)", "The schema has no \"Query.album(ib:)\". Did you mean \"Query.album(id:)\""),
    ("Album.kind", "\"Album.kind\" is not a scalar, so its Swift type is generated. Remove the entry."),
    ("Album.album", "\"Album.album\" is not a scalar, so its Swift type is generated. Remove the entry."),
    (
      "Query.album(by:)",
      "\"Query.album(by:)\" is not a scalar, so its Swift type is generated. Remove the entry."
    ),
    ("By.kind", "\"By.kind\" is not a scalar, so its Swift type is generated. Remove the entry."),
    (
      "Album",
      "\"Album\" is not a field, argument or input field. Set the Swift type of a scalar under \"scalars\"."
    ),
    (
      "@skip",
      "\"@skip\" is not a field, argument or input field. Set the Swift type of a scalar under \"scalars\"."
    ),
    (
      "@skip(if:)",
      "\"@skip(if:)\" is not a field, argument or input field. Set the Swift type of a scalar under \"scalars\"."
    ),
    ("a b", "\"a b\" is not a schema coordinate. Write Type.field, Type.field(argument:) or Input.field."),
  ])
  func `a coordinate that names nothing says why`(_ coordinate: String, _ reason: String) {
    let found = bindings([coordinate: "Int"]).unknown
    #expect(found.count == 1 && found[0].coordinate == coordinate)
    #expect(found.first?.reason.hasPrefix(reason) == true, "\(found)")
  }

  @Test func `equal types are one binding`() throws {
    let found = bindings([
      "Album.title": "Int", "Query.album(name:)": "Int", "By.name": "Int", "By.text": "Double",
      "Query.count": "Int64",
    ])
    #expect(found.unknown.isEmpty && found.bindings.count == 4 && bindings([:]).bindings.count == 1)
    let number = try found.bound.ofField(field("title", of: "Album"))
    #expect(try number != 0 && found.bound.ofInput(input("name")) == number)
    #expect(try found.bound.ofInput(input("name", of: field("album", of: "Query"))) == number)
    #expect(try ![0, number].contains(found.bound.ofInput(input("text"))))
    #expect(
      try found.bound.ofField(field("id", of: "Album")) == 0 && found.bound.ofInput(input("albumId")) == 0)
    #expect(found.bound.common(of: [number, number]) == number && found.bound.common(of: [number, 0]) == 0)
    #expect(
      try found.bound.narrowest(of: [number]) == number
        && found.bound.narrowest(of: [number, found.bound.ofInput(input("text"))]) == nil)
  }

  @Test func `identifiers are fields called id, and arguments called id of fields that return the type`()
    throws
  {
    let found = bindings([:], identifiers: true)
    let (album, artist) = (
      try found.bound.ofField(field("id", of: "Album")), try found.bound.ofField(field("id", of: "Artist"))
    )
    #expect(album != 0 && artist != 0 && album != artist)
    #expect(try found.bound.ofField(field("artistId", of: "Album")) == 0)
    #expect(
      try found.bound.ofField(field("id", of: "Tag")) == 0
        && found.bound.ofField(field("name", of: "Other")) == 0
    )
    let query = try field("album", of: "Query")
    #expect(try found.bound.ofInput(input("id", of: query)) == album)
    for name in ["albumId", "name"] { #expect(try found.bound.ofInput(input(name, of: query)) == 0) }
    for name in ["id", "ids"] {
      #expect(try found.bound.ofInput(input(name, of: field("albums", of: "Query"))) == album)
    }
    #expect(try found.bound.ofInput(input("albumId")) == 0 && found.bound.ofInput(input("name")) == 0)
  }

  @Test func `an identifier's name in the configuration is that identifier`() throws {
    let found = bindings(["Other.name": "AlbumID", "By.text": "TagID"], identifiers: true)
    #expect(
      try found.bound.ofField(field("name", of: "Other")) == found.bound.ofField(field("id", of: "Album")))
    #expect(try found.bound.identified(by: found.bound.ofInput(input("text"))) == nil)
  }

  @Test(arguments: [
    ("Int", "Int"), ("Float", "Double"), ("String", "String"), ("ID", "String"), ("Boolean", "Bool"),
    ("Money", "GraphQLValue"),
    ("Bound", "Decimal"), ("Known", "UUID"),
  ])
  func `a scalar's Swift type`(_ scalar: String, _ type: String) throws {
    let sdl = """
      type Query { a: Money b: Bound c: Known d: Float e: Int f: Boolean } scalar Money scalar Bound
      scalar Known @specifiedBy(url: "https://tools.ietf.org/html/RFC4122")
      """
    let schema = SchemaLoader.load([SourceFile(path: "s.graphqls", text: sdl)], names: NameTable()).schema
    var options = GenerationOptions()
    options.scalars["Bound"] = .init(type: "Decimal")
    let scalarType = try #require(schema.type(named: schema.names.find(scalar)))
    let found = SwiftTypes.swiftType(of: scalarType, schema, options)
    #expect(found.type == type && found.codec == (scalar == "Known" ? "GraphQLUUIDCodec" : nil))
  }

  @Test func `a variable within a list has the type of the list's argument`() throws {
    var options = GenerationOptions()
    options.fields["Query.albums(ids:)"] = .init(type: "Int64")
    let document =
      "query A($id: ID!, $ids: [ID!], $other: ID) { albums(ids: [$id, $id]) { id } b: albums(ids: $ids) { id } c: albums(id: $other) { id } }"
    let lowered = Lowered(document, schema: Self.sdl, options: options)
    let variables = try #require(lowered.program.operations.first).variables
    #expect(variables.map { $0.binding != 0 } == [true, true, false])
    #expect(lowered.diagnostics.allSatisfy { $0.severity != .error })
  }

  /// The warnings, each with its column and its note's.
  @Test(arguments: [
    (
      "name ... on Album { name title }", ["Node.name": "Int"],
      ["18: \(shared)", "38 18: \(scalar) \(common)"]
    ),
    (
      "name ... on Album { name title }", ["Node.name": "Int", "Album.name": "Double"],
      ["18: \(shared)", "38 18: \(double) \(common)"]
    ),
    (
      "... on Album { name title } name", ["Node.name": "Int", "Album.name": "Double"], ["46 33: \(shared)"]
    ),
    ("name ... on Album { name title }", ["Node.name": "Int", "Album.name": "Int"], []),
    ("... on Album { name title } ... on Artist { name }", ["Album.name": "Double"], []),
  ])
  func `a field that meets one of another type is the scalar, and cases do not share it`(
    _ selections: String, _ fields: [String: String], _ expected: [String]
  ) {
    var options = GenerationOptions()
    for (coordinate, type) in fields { options.fields[coordinate] = .init(type: type) }
    let lowered = Lowered(
      "query A { node { \(selections) } }",
      schema: """
        type Query { node: Node } interface Node { name: String }
        type Album implements Node { name: String title: String } type Artist implements Node { name: String }
        """, options: options)
    let advice = " Give one of them an alias, or give both the same type under \"fields\" in apus.json."
    #expect(
      lowered.diagnostics.map { diagnostic in
        let places = diagnostic.ranges + diagnostic.notes.compactMap(\.range)
        return places.map { "\($0.position.column)" }.joined(separator: " ") + ": " + diagnostic.message
      } == expected.map { $0 + advice })
  }

  private static let shared =
    "\"name\" is Int here, but the scalar's type in a case of the enum. Only the cases have the property, not the enum."
  private static let scalar =
    "\"name\" is the scalar's type here, but Int in another selection of the same property."
  private static let double = "\"name\" is Double here, but Int in another selection of the same property."
  private static let common = "The property uses the scalar's type."

  @Test func `a variable of two types is an error at the second use`() throws {
    var options = GenerationOptions()
    options.fields["Query.albums(ids:)"] = .init(type: "Int64")
    options.fields["Query.albums(id:)"] = .init(type: "Int")
    let lowered = Lowered(
      "query A($id: ID!) { albums(ids: [$id], id: $id) { id } }", schema: Self.sdl, options: options)
    let error = try #require(lowered.diagnostics.first { $0.severity == .error })
    #expect(
      error.message
        == "\"$id\" is Int here, but Int64 elsewhere. Use two variables, or give both arguments the same type under \"fields\" in apus.json."
    )
    #expect(
      error.ranges.map(\.position.column) == [44] && error.notes.map { $0.range?.position.column } == [34])
  }
}
