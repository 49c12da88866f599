import ApusDiagnostics
import ApusJSON

/// A JSON value, read from examples and written into responses.
indirect enum MockValue {
  case null
  case boolean(Bool)
  /// The literal text, so that `12.50` keeps its zero.
  case number(String)
  case string(String)
  case list([MockValue])
  /// Members, written in this order.
  case object([(name: String, value: MockValue)])

  init(_ value: JSONValue) {
    switch value.kind {
    case .object: self = .object((value.members ?? []).map { ($0.name, MockValue($0.value)) })
    case .array: self = .list((value.elements ?? []).map(MockValue.init))
    case .string: self = .string(value.string ?? "")
    case .number: self = .number(value.range.file.text(value.range.start, value.range.end))
    case .null: self = .null
    case .true, .false: self = .boolean(value.boolean ?? false)
    case .key: self = .null
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// The member of an object, or nil.
  subscript(name: String) -> MockValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The JSON on one line.
  var line: String {
    var result = ""
    write(to: &result)
    return result
  }

  private func write(to result: inout String) {
    switch self {
    case .null: result += "null"
    case .boolean(let value): result += value ? "true" : "false"
    case .number(let text): result += text
    case .string(let text): result += JSONOutput.string(text).line
    case .list(let elements):
      result += "["
      for (number, element) in elements.enumerated() {
        if number > 0 { result += "," }
        element.write(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (number, member) in members.enumerated() {
        if number > 0 { result += "," }
        result += JSONOutput.string(member.name).line + ":"
        member.value.write(to: &result)
      }
      result += "}"
    }
  }
}
