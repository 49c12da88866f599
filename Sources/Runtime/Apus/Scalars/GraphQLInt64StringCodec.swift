/// `Int64` as a string, `"9007199254740993"`, which servers send to avoid rounding in JavaScript. A number is also
/// accepted.
public enum GraphQLInt64StringCodec: GraphQLCodec {
  public static func read(from reader: inout GraphQLReader) throws -> Int64 {
    guard let value = try reader.readNumberOrText().integer(Int64.self) else {
      throw GraphQLScalarError(expected: "an integer of 64 bits")
    }
    return value
  }

  public static func write(_ value: Int64, to writer: inout GraphQLWriter) throws {
    writer.writeString(String(value))
  }

  /// An example of an integer in a string.
  public static var sample: GraphQLValue? { "42" }
}

extension GraphQLReader {
  /// Reads a number, or a string that contains one.
  mutating func readNumberOrText() throws -> GraphQLNumber {
    switch try readValue() {
    case .number(let number):
      return number
    case .string(let text):
      guard let number = GraphQLNumber(text) else {
        throw GraphQLScalarError(expected: "a number in the string")
      }
      return number
    default:
      throw GraphQLScalarError(expected: "a number, or a string with a number in it")
    }
  }
}
