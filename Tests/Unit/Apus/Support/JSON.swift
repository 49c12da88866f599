import Apus
import Foundation
import Testing

let album = """
  {"id":"a1","title":"Blue","subtitle":null,"year":1971,"rating":4.5,"live":false,"genre":"ROCK",\
  "genres":["JAZZ","POLKA"],"tags":["x","y"],"grid":[[1,null],null,[]],"released":"1971-06-22T00:00:00Z",\
  "dates":["1971-06-22T12:30:00.250Z",null],"owner":{"name":"Ida"},"settings":{"a":[1,2.5,null,true,{"b":"c"}]},\
  "money":{"amount":3,"currency":"EUR"}}
  """

let albums = #"{"albums":[\#(album)],"featured":null,"charts":[]}"#

/// Decodes through bytes and through `JSONDecoder`, demands equal values, encodes through both, and demands the JSON
/// that it came from, up to the order of members and the spelling of numbers.
func expectRoundTrip<T: GraphQLObject>(
  _ type: T.Type, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let original = try GraphQLValue(json: json)
  let direct = try T(json: json)
  let decoded = try JSONDecoder().decode(T.self, from: Data(json.utf8))
  #expect(direct == decoded, sourceLocation: sourceLocation)
  #expect(direct.hashValue == decoded.hashValue, sourceLocation: sourceLocation)
  #expect(try GraphQLValue(json: direct.json()) == original, sourceLocation: sourceLocation)
  #expect(try GraphQLValue(json: direct.jsonData()) == original, sourceLocation: sourceLocation)
  #expect(try GraphQLValue(json: JSONEncoder().encode(direct)) == original, sourceLocation: sourceLocation)
  #expect(try T(json: shuffled(original)) == direct, sourceLocation: sourceLocation)
}

/// The same JSON with every object's members in another order, spread over lines, and with members nobody asks for,
/// but within `settings`, where everything is asked for.
func shuffled(_ value: GraphQLValue, adding: Bool = true) -> String {
  switch value {
  case .object(let members):
    var texts = members.sorted { $0.key.reversed().lexicographicallyPrecedes($1.key.reversed()) }
      .map {
        "\t\(GraphQLValue.string($0.key)) : \(shuffled($0.value, adding: adding && $0.key != "settings"))"
      }
    if adding { texts.insert(#""": [{"\u007a":-0.1e+3},[]]"#, at: texts.count / 2) }
    return "{ " + texts.joined(separator: "\n,") + "\r\n}"
  case .list(let elements):
    return "[ " + elements.map { shuffled($0, adding: adding) }.joined(separator: " ,\n") + "]"
  default:
    return value.description
  }
}

/// The description of the error that decoding throws.
func failure<T: GraphQLObject>(_ type: T.Type, _ json: some StringProtocol) -> String {
  do {
    return "decoded: \(try T(json: String(json)))"
  } catch {
    return "\(error)"
  }
}

/// The coding path of the `DecodingError` that `JSONDecoder` throws, and what it says.
func decoderFailure<T: GraphQLObject>(_ type: T.Type, _ json: String) -> (path: String, message: String)? {
  func joined(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
    (context.codingPath + (key.map { [$0] } ?? []))
      .map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }
  do {
    _ = try JSONDecoder().decode(T.self, from: Data(json.utf8))
    return nil
  } catch let error as DecodingError {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      return (joined(context), context.debugDescription)
    case .keyNotFound(let key, let context):
      return (joined(context, key), context.debugDescription)
    @unknown default:
      return nil
    }
  } catch {
    return ("not a DecodingError", "\(error)")
  }
}
