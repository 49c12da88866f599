import ApusSource
import ApusSchema
import ApusShapeChoices
import ApusSyntax

/// Generates values of leaf types. The same place and seed give the same value.
struct ValueGenerator {
  let schema: MockSchema
  let examples: MockExamples
  let seed: Int

  /// A value of a scalar or an enum.
  func leaf(_ type: TypeID, at place: Place) -> JSONOutput {
    let definition = schema.schema[type]
    let name = schema.schema.name(type)
    let turn = (place.lastIndex ?? 0) &+ seed
    if definition.kind == .enum {
      let values = schema.values(of: type)
      return values.isEmpty ? .null : .string(values[ValueGenerator.remainder(turn, values.count)])
    }
    if let values = examples.scalars[name], !values.isEmpty {
      return values[ValueGenerator.remainder(turn, values.count)]
    }
    let bytesHash = GeneratedValue.hash(Array(place.text.utf8), seed: seed)
    // The last bytes hardly affect the lower bits.
    let hash = bytesHash ^ (bytesHash >> 29)
    switch definition.name {
    case Keyword.idType: return .string(ValueGenerator.hexadecimal(hash, 12))
    case Keyword.intType: return .literal("\((hash >> 32) % 100)")
    case Keyword.floatType: return .literal("\((hash >> 32) % 100).\((hash >> 16) % 9 + 1)")
    case Keyword.booleanType: return .boolean((hash >> 32) % 2 == 0)
    case Keyword.stringType: return .string(text(place))
    default: return custom(name, definition.node, hash, place)
    }
  }

  private func text(_ place: Place) -> String {
    GeneratedValue.text(place.lastName, index: place.lastIndex)
  }

  /// Guesses the value of a custom scalar from its name. Examples override it.
  private func custom(_ name: String, _ node: Int, _ hash: UInt64, _ place: Place) -> JSONOutput {
    let name = name.lowercased()
    let day = "2026-0\((hash >> 40) % 9 + 1)-1\((hash >> 48) % 10)"
    if name.contains("datetime") || name.contains("timestamp") || name == "instant" {
      return .string("\(day)T12:00:00Z")
    }
    if name.contains("date") { return .string(day) }
    if name.contains("time") { return .string("12:00:00") }
    if name.contains("url") || name.contains("uri") {
      return .string("https://example.com/\(ValueGenerator.hexadecimal(hash, 8))")
    }
    if name.contains("uuid") || name == "guid" {
      let digits = ValueGenerator.hexadecimal(hash, 12)
      return .string("00000000-0000-4000-8000-\(digits)")
    }
    if name.contains("email") { return .string("someone@example.com") }
    if name.contains("json") || name == "map" || name == "object" { return .object([]) }
    if name.contains("long") || name.contains("int") || name == "short" || name == "byte" {
      return .literal("\((hash >> 32) % 100)")
    }
    if name.contains("decimal") || name.contains("money") { return .string("\((hash >> 32) % 100).50") }
    return .string(text(place))
  }

  static func remainder(_ number: Int, _ count: Int) -> Int {
    let rest = number % count
    return rest < 0 ? rest + count : rest
  }

  private static func hexadecimal(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16)
    return String((String(repeating: "0", count: max(0, 16 - digits.count)) + digits).suffix(count))
  }
}

/// The path of a value in a response.
struct Place {
  /// Response keys and indices, joined by dots.
  private(set) var text: String
  /// The schema name of the last field.
  private(set) var lastName = ""
  /// The response path, for errors.
  private(set) var path: [JSONOutput] = []
  /// The path without the indices of elements, in the spelling of `ShapePlace`.
  private(set) var shape = ""
  /// Index in the innermost enclosing list.
  private(set) var lastIndex: Int?

  /// - Parameter start: distinguishes responses to the same operation, such as the number of an event.
  init(_ start: String) { text = start }

  func field(_ key: String, _ name: String) -> Place {
    var place = self
    place.path.append(.string(key))
    place.shape = ShapePlace.member(key, of: shape)
    place.text += "." + key
    place.lastName = name
    return place
  }

  func element(_ index: Int) -> Place {
    var place = self
    place.path.append(.number(index))
    place.shape = ShapePlace.element(of: shape)
    place.text += ".\(index)"
    place.lastIndex = index
    return place
  }
}
