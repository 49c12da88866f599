import ApusSource

/// A request's parameters. Reading a missing parameter or a value of the wrong type throws an error.
struct Parameters {
  private let value: JSONValue?
  private let path: String

  init(_ value: JSONValue?) {
    self.value = value
    path = ""
  }

  private init(_ value: JSONValue?, _ path: String) {
    self.value = value
    self.path = path
  }

  /// A member. If it is missing, reading its value throws.
  subscript(name: StaticString) -> Parameters {
    Parameters(value?[name], path.isEmpty ? "\(name)" : "\(path).\(name)")
  }

  var isMissing: Bool { value.map(\.isNull) ?? true }

  func string() throws(ResponseError) -> String {
    guard let text = value?.string else { throw wrong("a string") }
    return text
  }

  func integer() throws(ResponseError) -> Int {
    guard let number = value?.integer else { throw wrong("a whole number") }
    return number
  }

  var boolean: Bool? { value?.boolean }

  func elements() throws(ResponseError) -> [Parameters] {
    guard let elements = value?.elements else { throw wrong("an array") }
    return elements.enumerated().map { Parameters($1, "\(path)[\($0)]") }
  }

  private func wrong(_ form: String) -> ResponseError {
    ResponseError(.invalidParameters, "\"\(path)\" is missing or is not \(form).")
  }
}

extension Parameters {
  /// The members of an object, to be sent back unchanged.
  var members: [(name: String, value: JSONOutput)] {
    (value?.members ?? []).map { (name: $0.name, value: Parameters.output($0.value)) }
  }

  private static func output(_ value: JSONValue) -> JSONOutput {
    if let text = value.string { return .string(text) }
    if let flag = value.boolean { return .boolean(flag) }
    if let number = value.integer { return .number(number) }
    if let elements = value.elements { return .array(elements.map(output)) }
    if let members = value.members { return .object(members.map { ($0.name, output($0.value)) }) }
    return .null
  }
}
