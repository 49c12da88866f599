import ApusSource

/// The checked arguments of a call. Each is optional, because each tool has its own message about what to pass. Null is
/// the same as a missing argument, because agents write it for optional ones.
struct ToolArguments {
  private var values: [String: JSONValue] = [:]

  /// - Throws: ``ToolError`` that names every argument to correct.
  init(_ value: JSONValue?, of tool: AgentTool) throws(ToolError) {
    guard let value, !value.isNull else { return }
    guard let members = value.members else { throw ToolError("\"arguments\" must be an object.") }
    var faults: [String] = []
    for member in members where !member.value.isNull {
      guard let parameter = tool.parameters.first(where: { $0.name == member.name }) else {
        let names = tool.parameters.map(\.name)
        let known = names.isEmpty ? "It takes no arguments." : "It takes \(Suggestions.join(names, "and"))."
        faults.append("\(tool.name) has no argument \"\(member.name)\". \(known)")
        continue
      }
      guard parameter.accepts(member.value) else {
        faults.append("\"\(member.name)\" must be \(parameter.expectation).")
        continue
      }
      values[member.name] = member.value
    }
    if !faults.isEmpty { throw ToolError(faults.joined(separator: "\n")) }
  }

  /// A string that is not empty; agents also write an empty one for an argument that they leave out.
  func string(_ name: String) -> String? { values[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A string that may be empty, such as a document's text.
  func text(_ name: String) -> String? { values[name]?.string }

  func integer(_ name: String) -> Int? { values[name]?.integer }

  func boolean(_ name: String) -> Bool { values[name]?.boolean ?? false }
}
