/// The shapes of an operation's data that tests have decoded, and those that they have not.
public struct GraphQLOperationCoverage: Hashable, Sendable, Encodable {
  /// The name of the operation.
  public let operation: String
  /// The number of values that were recorded.
  public let valueCount: Int
  /// The number of shapes that the data can have: each nil and value, each number of elements, each value of an enum.
  public let shapeCount: Int
  /// The shapes that no recorded value has, those of `sample()` first: `album.rating is nil`.
  public let missing: [String]

  /// The rows of the operation in a table.
  var rows: [[String]] {
    // A table is for people. The JSON has all.
    let maximum = 20
    var shown = Array(missing.prefix(maximum))
    if missing.count > maximum { shown.append("and \(missing.count - maximum) more, which the JSON lists") }
    let first = [
      operation, "\(valueCount)", "\(shapeCount - missing.count) of \(shapeCount)", shown.first ?? "",
    ]
    return [first] + shown.dropFirst().map { ["", "", "", $0] }
  }
}
