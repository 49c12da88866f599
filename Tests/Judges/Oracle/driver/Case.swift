/// A line of input: the data of one response, or one with a fault in it.
struct Case: Decodable {
  /// The operation's module and name.
  let operation: String
  /// The variables as JSON text.
  let variables: String
  /// The response's `data` as JSON text, in whatever order and with whatever white space the oracle chose.
  let data: String
  /// A whole response, with errors; nil where the data alone is.
  let response: String?
}

/// A line of output.
struct Outcome: Encodable {
  /// What became of the data, read by the operation: bytes to value to bytes.
  var direct = Result()
  /// The same through a `JSONDecoder` that has the operation, and `JSONEncoder`.
  var codable = Result()
  /// What became of the variables, both ways.
  var variables = Result()
  var variablesCodable = Result()
  /// What does not hold although it must: equalities between the values on the two ways.
  var broken: [String] = []
  /// How many objects were read through a fragment's protocol.
  var conversions = 0
  /// How many of them prove nothing (``FragmentChecks/undecided``).
  var undecided = 0

  /// JSON that was decoded and encoded, or the error on the way.
  struct Result: Encodable {
    var json: String?
    /// The place that the error names.
    var path: String?
    /// What kind of error of the reader's it is.
    var kind: String?
    /// The error in its own words.
    var error: String?
  }
}
