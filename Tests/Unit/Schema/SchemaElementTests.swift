import ApusSource
import ApusSyntax
import Testing

@testable import ApusSchema

@Suite(.timeLimit(.minutes(15))) struct SchemaElementTests {
  private let schema = buildSchema(
    """
    directive @lit(lux: Int) on OBJECT
    type Query { room(id: ID!): Room }
    type Room { name: String }
    input Search { wing: Wing }
    enum Wing { EAST }
    scalar Year
    """)

  private func resolve(_ text: String) throws -> String {
    let coordinate = try SchemaCoordinate.parse(SourceFile(path: "coordinate", text: text))
    return try schema.resolve(coordinate).map { "\($0)".prefix { $0 != "(" } }.map(String.init) ?? "nothing"
  }

  @Test(arguments: [
    ("Room", "type"), ("Room.name", "field"), ("Query.room(id:)", "fieldArgument"),
    ("Search.wing", "inputField"),
    ("Wing.EAST", "enumValue"), ("@lit", "directive"), ("@lit(lux:)", "directiveArgument"),
    ("Query.__schema", "field"), ("__Type.fields(includeDeprecated:)", "fieldArgument"),
    ("Hall", "nothing"), ("Room.floor", "nothing"), ("Query.room(name:)", "nothing"),
    ("Search.name", "nothing"),
    ("Wing.WEST", "nothing"), ("@dim", "nothing"), ("@lit(color:)", "nothing"),
  ])
  func `coordinates of this schema`(coordinate: String, element: String) throws {
    #expect(try resolve(coordinate) == element)
  }

  @Test(arguments: [
    ("Hall.name", "Expected \"Hall\" to be defined as a type in the schema."),
    ("Year.name", "Expected \"Year\" to be an Enum, Input Object, Object or Interface type."),
    ("Wing.EAST(a:)", "Expected \"Wing\" to be an object type or interface type."),
    ("Room.floor(a:)", "Expected \"floor\" to exist as a field of type \"Room\" in the schema."),
    ("@dim(lux:)", "Expected \"dim\" to be defined as a directive in the schema."),
  ])
  func `coordinates within what is not there`(coordinate: String, message: String) {
    #expect {
      try resolve(coordinate)
    } throws: {
      ($0 as? CoordinateError)?.message == message
    }
  }
}
