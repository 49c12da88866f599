/// A member name as a `CodingKey`.
struct GraphQLKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: StaticString) {
    stringValue = name.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
    intValue = nil
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}
