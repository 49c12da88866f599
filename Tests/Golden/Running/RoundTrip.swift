import Apus
import Foundation
import Testing

/// Decodes through bytes and through `JSONDecoder`, demands equal values, encodes through both, and demands the JSON
/// that it came from, up to the order of members and the spelling of numbers.
///
/// - Parameter json: the data of a response. Before it stand the variables by which it is read, `"$full": true`; without them it is read by
///   its members.
func expectRoundTrip<T: GraphQLObject>(_ type: T.Type, _ json: String) throws {
  let (original, conditions) = try withoutVariables(json)
  let bytes = try original.json()
  let direct = try read(T.self, json)
  let decoder = JSONDecoder()
  if let conditions { decoder.userInfo[.graphQLOperation] = AskingQuery(_conditions: conditions) }
  let decoded = try decoder.decode(T.self, from: Data(bytes))
  #expect(direct == decoded)
  #expect(direct.hashValue == decoded.hashValue)
  let encoded = try direct.json()
  let sent = asSent(original)
  #expect(try withoutNulls(asSent(GraphQLValue(json: encoded)), notIn: sent) == sent)
  #expect(try withoutNulls(asSent(GraphQLValue(json: JSONEncoder().encode(direct))), notIn: sent) == sent)
  // What we write says itself what it has.
  #expect(try T(json: encoded) == direct)
  if let conditions {
    #expect(try T(json: encoded, conditions) == direct)
    #expect(try decoder.decode(T.self, from: JSONEncoder().encode(direct)) == direct)
  }
  #expect(try JSONDecoder().decode(T.self, from: Data(encoded)) == direct)
  let list = try PropertyListEncoder().encode(direct)
  #expect(try PropertyListDecoder().decode(T.self, from: list) == direct)
}

/// The data of a response, and the variables that stand before it; nil where none do.
func withoutVariables(_ json: String) throws -> (data: GraphQLValue, _GraphQLConditions?) {
  guard case .object(let members) = try GraphQLValue(json: json) else { return (.null, nil) }
  var variables: [String: GraphQLValue] = [:]
  for (name, value) in members where name.hasPrefix("$") { variables[String(name.dropFirst())] = value }
  let data = members.filter { !$0.key.hasPrefix("$") }
  return (.object(data), variables.isEmpty ? nil : _GraphQLConditions(variables))
}

/// Reads the data of a response, before which stand the variables by which it is read.
func read<T: GraphQLObject>(_ type: T.Type, _ json: String) throws -> T {
  let (data, conditions) = try withoutVariables(json)
  guard let conditions else { return try T(json: json) }
  return try T(json: data.json(), conditions)
}

/// An operation of which only the values of its variables matter.
private struct AskingQuery: GraphQLQuery {
  typealias Data = GraphQLAnyObject

  static let operationName = "", operationDocument = "", operationID = ""
  var _conditions: _GraphQLConditions

  init(_conditions: _GraphQLConditions) { self._conditions = _conditions }
  init(_reading reader: inout GraphQLReader) throws { _conditions = [:] }
  func _write(to writer: inout GraphQLWriter) {}
  static func == (one: Self, other: Self) -> Bool { true }
}

/// A value as a server sends it: the members of fragments are the object's own, and nothing says what became of parts or of types.
private func asSent(_ value: GraphQLValue) -> GraphQLValue {
  switch value {
  case .object(let members):
    var result = members.filter { !$0.key.hasPrefix("...") && !$0.key.hasPrefix("__is") }.mapValues(asSent)
    for (_, part) in members.filter({ $0.key.hasPrefix("...") }).sorted(by: { $0.key < $1.key }) {
      for (name, value) in asSent(part).object ?? [:] {
        result[name] = result[name].map { merged($0, value) } ?? value
      }
    }
    return .object(result)
  case .list(let elements): return .list(elements.map(asSent))
  default: return value
  }
}

/// A value without the nulls that are written for nullable fields which variables left out.
private func withoutNulls(_ value: GraphQLValue, notIn sent: GraphQLValue) -> GraphQLValue {
  switch (value, sent) {
  case (.object(let members), .object(let known)):
    let kept = members.filter { $0.value != .null || known[$0.key] != nil }
    return .object(
      Dictionary(uniqueKeysWithValues: kept.map { ($0, withoutNulls($1, notIn: known[$0] ?? .null)) }))
  case (.list(let elements), .list(let known)) where elements.count == known.count:
    return .list(zip(elements, known).map { withoutNulls($0, notIn: $1) })
  default: return value
  }
}

private func merged(_ one: GraphQLValue, _ other: GraphQLValue) -> GraphQLValue {
  switch (one, other) {
  case (.null, _): other
  case (.object(let members), .object(let others)): .object(members.merging(others, uniquingKeysWith: merged))
  case (.list(let elements), .list(let others)) where elements.count == others.count:
    .list(zip(elements, others).map(merged))
  default: one
  }
}
