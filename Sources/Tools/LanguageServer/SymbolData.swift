import ApusSource
import ApusLanguageService
import ApusSchema

/// Encodes schema symbols that the client returns to the server when it resolves a completion.
enum SymbolData {
  static func form(_ symbol: Symbol) -> JSONOutput? {
    switch symbol {
    case .field(let number): ["field", .number(Int(number))]
    case .input(let number): ["input", .number(Int(number))]
    case .enumValue(let number): ["value", .number(Int(number))]
    case .type(let number): ["type", .number(Int(number))]
    case .directive(let number): ["directive", .number(Int(number))]
    case .fragment(let number): ["fragment", .number(Int(number))]
    default: nil
    }
  }

  /// The symbol that ``form(_:)`` encoded; nil if the schema has none of that number, because it has changed since.
  static func symbol(_ data: Parameters, _ schema: Schema) -> Symbol? {
    guard let parts = try? data.elements(), parts.count == 2, let kind = try? parts[0].string(),
      let number = try? parts[1].integer(), let id = UInt32(exactly: number)
    else { return nil }
    let (symbol, count): (Symbol, Int)
    switch kind {
    case "field": (symbol, count) = (.field(id), schema.fieldCount)
    case "input": (symbol, count) = (.input(id), schema.inputValueCount)
    case "value": (symbol, count) = (.enumValue(id), schema.enumValueCount)
    case "type": (symbol, count) = (.type(id), schema.typeCount)
    case "directive": (symbol, count) = (.directive(id), schema.directiveCount)
    case "fragment": (symbol, count) = (.fragment(id), schema.names.count)
    default: return nil
    }
    return number > 0 && number < count ? symbol : nil
  }
}
