/// A line of input: a response to one operation, in parts or as a whole.
struct Case: Decodable {
  /// The operation's module and name.
  let operation: String
  /// The variables as JSON text.
  let variables: String
  /// The `Content-Type` of the answer.
  let type: String
  /// The body of the answer.
  let body: String
}

/// A line of output.
struct Outcome: Encodable {
  /// What `responses(for:)` gave, in order.
  var states: [State] = []
  /// What it threw.
  var error: String?
  /// The data that `fetch` returned, as JSON text; nil where it threw.
  var fetched: String?
  /// What `fetch` threw.
  var thrown: String?
  /// What does not hold although it must.
  var broken: [String] = []

  /// One state of a response.
  struct State: Encodable {
    /// The data as JSON text; nil where there is none.
    let data: String?
    /// The same by `JSONEncoder`.
    let codable: String?
    /// The errors as JSON text, each.
    let errors: [String]
    let isComplete: Bool
  }
}
